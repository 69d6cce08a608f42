package main

import (
	"bytes"
	_ "embed"
	"html/template"
	"strings"

	"github.com/semaprax/semaprax-go/engine/delta"
)

// reviewTemplate is the page of a review. It loads nothing and runs nothing; its policy
// says so to the browser.
//
//go:embed review.html
var reviewTemplate string

// pageData is what the page shows. All texts are escaped by the template.
type pageData struct {
	*delta.Brief
	Approved, Base, Result, Revision string
	Operations                       []pageOperation
	Impact                           []pageImpact
	Files                            []pageFile
	Tests                            string
	Checks, Nonclaims                []string
	Warning                          string
}

type pageOperation struct{ Words, Notes, Intent string }

type pageImpact struct {
	Target, Words string
	Roots, Needs  []string
	More          int
}

type pageFile struct {
	Path, Digest, Base, Diff string
	Added, Removed, Hidden   int
	Hunks                    []hunk
}

// reviewPage renders a review as one HTML page.
func reviewPage(b *delta.Brief) ([]byte, error) {
	page, err := template.New("review").Funcs(template.FuncMap{
		"visible": visible,
		"words":   func(reasons []string) string { return strings.ReplaceAll(strings.Join(reasons, ", "), "_", " ") },
		"differs": func(d delta.BriefDeclaration) string { return declarationWords(&d) },
		"kind":    signClass,
		"plural":  plural,
		"at":      func(h hunk) int { return max(h.Lines[0].New, h.Lines[0].Old) },
	}).Parse(reviewTemplate)
	if err != nil {
		return nil, err
	}
	var out bytes.Buffer
	if err := page.Execute(&out, pageOf(b)); err != nil {
		return nil, err
	}
	return out.Bytes(), nil
}

func pageOf(b *delta.Brief) *pageData {
	data := &pageData{
		Brief: b, Approved: b.Approved().String(), Base: b.Review.Base.String(), Result: b.Review.Project.String(),
		Revision: b.Review.Revision.String(), Tests: testWords(b), Checks: reviewChecks(), Nonclaims: reviewNonclaims(),
		Warning: incompleteWords(b),
	}
	names := declared(b)
	for i := range b.Operations {
		op := &b.Operations[i]
		data.Operations = append(data.Operations, pageOperation{operationWords(op, names), strings.Join(operationNotes(op), ", "), op.Intent})
	}
	for i := range b.Impact {
		row := &b.Impact[i]
		needs, more := impacted(row, mostImpacted)
		data.Impact = append(data.Impact, pageImpact{row.Target, impactWords(row), rootWords(row), needs, more})
	}
	for i := range b.Review.Files {
		data.Files = append(data.Files, fileOf(&b.Review.Files[i]))
	}
	return data
}

func fileOf(file *delta.ReviewedFile) pageFile {
	made := pageFile{
		Path: file.Path, Digest: file.Digest.String(), Base: file.BaseDigest.String(), Diff: file.DiffDigest.String(),
		Hunks: hunksOf(file.BaseSource, file.Source), Hidden: hiddenIn(file.Source),
	}
	for _, h := range made.Hunks {
		for i := range h.Lines {
			switch h.Lines[i].Sign {
			case '+':
				made.Added++
			case '-':
				made.Removed++
			}
		}
	}
	return made
}

// signClass names the style of a line.
func signClass(line diffLine) string {
	switch line.Sign {
	case '+':
		return "add"
	case '-':
		return "del"
	}
	return "same"
}

// Head, Mark and Tail are the parts of a line before, in and after what differs from
// its opposite.
func (l diffLine) Head() string { return l.Text[:l.From] }

// Mark is the part that differs.
func (l diffLine) Mark() string { return l.Text[l.From:l.To] }

// Tail is the part after it.
func (l diffLine) Tail() string { return l.Text[l.To:] }
