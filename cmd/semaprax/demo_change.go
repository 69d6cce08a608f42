package main

import (
	"encoding/json"
	"fmt"
	"os"
	"strings"
	"time"
)

// intention is one typed intention of the demo with what it is for.
type intention struct {
	says   string
	intent string
}

// shopIntentions are the change the demo makes: a pack size for order lines.
func shopIntentions() []intention {
	return []intention{
		{"line_total gets a parameter; every caller is migrated", `{"kind":"change_function_signature","target":"shop.line-total",
			"append_parameters":[{"name":"pack","type":"i64","argument":{"kind":"i64","value":1}}]}`},
		{"its body uses it", `{"kind":"replace_function_body","target":"shop.line-total","body":{"kind":"binary","op":"*",
			"left":{"kind":"binary","op":"*","left":{"kind":"place","name":"price"},"right":{"kind":"place","name":"quantity"}},
			"right":{"kind":"place","name":"pack"}}}`},
		{"and a contract says what a pack is", `{"kind":"add_contract","target":"shop.line-total","phase":"requires",
			"predicate":{"kind":"binary","op":">=","left":{"kind":"place","name":"pack"},"right":{"kind":"i64","value":0}}}`},
	}
}

// handle is a candidate handle.
type handle struct {
	Candidate string `json:"candidate_revision"`
	Project   string `json:"project_revision"`
	Bytes     int    `json:"report_bytes"`
}

// changing is the part in which the agent prepares a candidate and exports it.
func (d *demo) changing(a *agent) error {
	for _, step := range []func(*agent) error{d.initialize, d.open, d.openCandidate, d.applyIntentions, d.refuseIntention,
		d.validate, d.runTests, d.reviewSources, d.exportCapsule} {
		if err := step(a); err != nil {
			return err
		}
	}
	return nil
}

// chosen adds the current candidate to arguments.
func (d *demo) chosen(args arguments) arguments {
	args["candidate_revision"] = d.candidate
	return d.bound(args)
}

func (d *demo) openCandidate(a *agent) error {
	var opened handle
	took, err := a.call("candidate__open", d.bound(arguments{}), &opened)
	if err != nil {
		return err
	}
	d.candidate = opened.Candidate
	d.show.step("candidate__open", "candidate "+short(d.candidate)+", nothing changed yet", took)
	return nil
}

func (d *demo) applyIntentions(a *agent) error {
	for _, each := range shopIntentions() {
		var intent struct{ Kind, Target string }
		if err := json.Unmarshal([]byte(each.intent), &intent); err != nil {
			return err
		}
		var applied handle
		took, err := a.call("candidate__apply-intent", d.chosen(arguments{"intent": json.RawMessage(each.intent)}), &applied)
		if err != nil {
			return err
		}
		if applied.Candidate == d.candidate {
			return fmt.Errorf("candidate__apply-intent answers the same candidate")
		}
		d.candidate = applied.Candidate
		d.show.step("candidate__apply-intent "+intent.Kind, each.says+"\ncandidate "+short(d.candidate), took)
	}
	return nil
}

// refuseIntention shows that a wrong change is refused by the compiler and leaves
// nothing behind.
func (d *demo) refuseIntention(a *agent) error {
	intent := `{"kind":"replace_function_body","target":"shop.discounted","body":{"kind":"bool","value":true}}`
	begun := time.Now()
	_, err := a.call("candidate__apply-intent", d.chosen(arguments{"intent": json.RawMessage(intent)}), nil)
	if err == nil || !strings.Contains(err.Error(), "SPX-T") {
		return fmt.Errorf("a body of the wrong type is answered with %v", err)
	}
	_, said, _ := strings.Cut(err.Error(), ": ")
	d.show.step("candidate__apply-intent replace_function_body", "refused, as it should be: "+said, time.Since(begun))
	return nil
}

func (d *demo) validate(a *agent) error {
	var valid struct {
		Replayed bool `json:"independently_replayed"`
		Admitted bool `json:"project_profile_admitted"`
	}
	took, err := a.call("candidate__validate", d.chosen(arguments{}), &valid)
	if err != nil {
		return err
	}
	if !valid.Replayed || !valid.Admitted {
		return fmt.Errorf("candidate__validate answers %+v", valid)
	}
	d.show.step("candidate__validate", "replayed from the base, byte for byte the same", took)
	return nil
}

func (d *demo) runTests(a *agent) error {
	var report struct {
		Passed    bool
		Execution struct {
			Steps int `json:"steps_used"`
			Max   int `json:"max_steps"`
		}
	}
	took, err := a.call("candidate__test", d.chosen(arguments{}), &report)
	if err != nil {
		return err
	}
	if !report.Passed {
		return fmt.Errorf("the candidate's tests do not pass")
	}
	d.show.step("candidate__test", fmt.Sprintf("passed; main used %d of %d steps", report.Execution.Steps, report.Execution.Max), took)
	return nil
}

// piece is a chunk of a report.
type piece struct {
	Total int `json:"total_bytes"`
	Chunk string
	Next  *int `json:"next_offset"`
}

// readReport joins the chunks of a report about the candidate.
func (d *demo) readReport(a *agent, tool string) (text string, took time.Duration, err error) {
	for offset := 0; ; {
		var p piece
		each, err := a.call(tool, d.chosen(arguments{"offset": offset}), &p)
		if err != nil {
			return "", took, err
		}
		text, took = text+p.Chunk, took+each
		if p.Next == nil {
			if len(text) != p.Total {
				return "", took, fmt.Errorf("%s: %d bytes of %d", tool, len(text), p.Total)
			}
			return text, took, nil
		}
		offset = *p.Next
	}
}

func (d *demo) reviewSources(a *agent) error {
	text, took, err := d.readReport(a, "candidate__source-review")
	if err != nil {
		return err
	}
	var review struct {
		Files []struct {
			Path string
			Diff string `json:"source_diff"`
		}
	}
	if err := json.Unmarshal([]byte(text), &review); err != nil || len(review.Files) != 3 {
		return fmt.Errorf("candidate__source-review answers %d files: %w", len(review.Files), err)
	}
	d.show.step("candidate__source-review", fmt.Sprintf("%d files change", len(review.Files)), took)
	for _, file := range review.Files {
		d.show.text(file.Diff)
	}
	return nil
}

// exportCapsule writes the candidate down for the host and the second session.
func (d *demo) exportCapsule(a *agent) error {
	text, took, err := d.readReport(a, "candidate__recovery-export")
	if err != nil {
		return err
	}
	if err := os.WriteFile(d.path("capsule.json"), []byte(text), 0o600); err != nil {
		return err
	}
	d.show.step("candidate__recovery-export", fmt.Sprintf("%d bytes into capsule.json", len(text)), took)
	return nil
}
