package main

import (
	"encoding/json"
	"fmt"
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
	return d.open(a)
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
