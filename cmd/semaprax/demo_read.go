package main

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"time"
)

// reading is the part in which the agent only looks.
func (d *demo) reading(a *agent) error {
	if err := d.initialize(a); err != nil {
		return err
	}
	if err := d.listTools(a); err != nil {
		return err
	}
	if err := d.open(a); err != nil {
		return err
	}
	if err := d.look(a); err != nil {
		return err
	}
	return d.followImpact(a)
}

// bound adds the current image revision to arguments.
func (d *demo) bound(args arguments) arguments {
	args["image_revision"] = d.image
	return args
}

// look asks for one function.
func (d *demo) look(a *agent) error {
	var symbol struct {
		Symbol struct{ Signature, Path string }
	}
	took, err := a.call("image__symbol", d.bound(arguments{"stable_id": "shop.discounted"}), &symbol)
	if err != nil {
		return err
	}
	if want := "fn discounted(amount: i64, percent: i64) -> i64"; symbol.Symbol.Signature != want {
		return fmt.Errorf("image__symbol answers %q", symbol.Symbol.Signature)
	}
	d.show.step("image__symbol shop.discounted", symbol.Symbol.Signature+"  in "+symbol.Symbol.Path, took)
	var summary struct {
		Requires int `json:"requires_count"`
		Ensures  int `json:"ensures_count"`
		Facets   []struct{ Facet string }
	}
	took, err = a.call("image__function-summary", d.bound(arguments{"target": "shop.discounted"}), &summary)
	if err != nil {
		return err
	}
	if summary.Requires != 3 || summary.Ensures != 1 {
		return fmt.Errorf("image__function-summary answers %+v", summary)
	}
	came := fmt.Sprintf("%d requires, %d ensures, %d facets to page through", summary.Requires, summary.Ensures, len(summary.Facets))
	d.show.step("image__function-summary shop.discounted", came, took)
	return nil
}

// followImpact asks who would feel a change.
func (d *demo) followImpact(a *agent) error {
	var impact struct {
		Declarations []struct{ ID, Kind string }
	}
	args := d.bound(arguments{"target_kind": "declaration", "target": "shop.discounted"})
	took, err := a.call("image__impact", args, &impact)
	if err != nil {
		return err
	}
	var felt []string
	for _, each := range impact.Declarations {
		if each.Kind == "function" && each.ID != "shop.discounted" {
			felt = append(felt, each.ID)
		}
	}
	if !slices.Contains(felt, "shop.order-total") || !slices.Contains(felt, "shop.tests.discount") {
		return fmt.Errorf("image__impact answers %v", felt)
	}
	d.show.step("image__impact shop.discounted", "felt by "+strings.Join(felt, ", "), took)
	return nil
}

// initialize opens the MCP conversation.
func (d *demo) initialize(a *agent) error {
	got, err := a.request("initialize", map[string]any{
		"protocolVersion": "2025-11-25", "capabilities": struct{}{},
		"clientInfo": map[string]string{"name": "semaprax-demo", "version": version},
	})
	if err != nil {
		return err
	}
	var hello struct {
		ProtocolVersion string
		ServerInfo      struct{ Name, Version string }
	}
	if err := json.Unmarshal(got.Result, &hello); err != nil {
		return err
	}
	if hello.ProtocolVersion != "2025-11-25" || hello.ServerInfo.Version != version {
		return fmt.Errorf("initialize answers %s", got.Result)
	}
	d.show.step("initialize", fmt.Sprintf("MCP %s, %s %s", hello.ProtocolVersion, hello.ServerInfo.Name, hello.ServerInfo.Version), got.took)
	return a.notify("notifications/initialized")
}

// listTools reads every page of the catalogue.
func (d *demo) listTools(a *agent) error {
	var names []string
	var took time.Duration
	pages := 0
	for cursor := ""; pages == 0 || cursor != ""; pages++ {
		params := map[string]string{}
		if cursor != "" {
			params["cursor"] = cursor
		}
		got, err := a.request("tools/list", params)
		if err != nil {
			return err
		}
		var page struct {
			Tools      []struct{ Name string }
			NextCursor string
		}
		if err := json.Unmarshal(got.Result, &page); err != nil || len(page.Tools) == 0 {
			return fmt.Errorf("tools/list answers %.200s", got.Result)
		}
		for _, tool := range page.Tools {
			names = append(names, tool.Name)
		}
		cursor, took = page.NextCursor, took+got.took
	}
	d.show.step("tools/list", fmt.Sprintf("%d tools on %d pages: %s …", len(names), pages, strings.Join(names[:3], ", ")), took)
	return nil
}

// open asks for the current image.
func (d *demo) open(a *agent) error {
	var workspace struct {
		State         string
		ImageRevision string `json:"image_revision"`
	}
	took, err := a.call("workspace__open", nil, &workspace)
	if err != nil {
		return err
	}
	if workspace.State != "open" {
		return fmt.Errorf("workspace__open answers state %q", workspace.State)
	}
	d.image = workspace.ImageRevision
	d.show.step("workspace__open", "image "+short(d.image), took)
	return nil
}
