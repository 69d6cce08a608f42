package main

import (
	"context"
	"embed"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/spf13/cobra"
)

// shop is the project the demo works on.
//
//go:embed all:demo/shop
var shop embed.FS

func demoCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "demo",
		Short: "Show the main job end to end, in a temporary folder, against real servers",
		Long: `Write a small project into a temporary folder and work on it as an agent would: over
pipes, against real server processes of this program. Every step is checked; the exit
status is 1 when any is not what it should be.`,
		Args: cobra.NoArgs,
		RunE: func(command *cobra.Command, _ []string) error {
			return runDemo(command.Context(), command.OutOrStdout())
		},
	}
}

// demo is one running demonstration.
type demo struct {
	show    *stepPrinter
	program string // this program
	dir     string

	image     string // the current image revision
	candidate string // the current candidate
	published string // the commit that was published
}

// runDemo runs every part and removes the temporary folder.
func runDemo(ctx context.Context, out io.Writer) error {
	program, err := os.Executable()
	if err != nil {
		return exitError{status: exitRefused, cause: err}
	}
	dir, err := os.MkdirTemp("", "semaprax-demo-")
	if err != nil {
		return exitError{status: exitRefused, cause: err}
	}
	defer os.RemoveAll(dir)
	if dir, err = filepath.EvalSymlinks(dir); err != nil {
		return exitError{status: exitRefused, cause: err}
	}
	d := &demo{show: newStepPrinter(out), program: program, dir: dir}
	if err := d.run(ctx); err != nil {
		return exitError{status: exitRefused, cause: fmt.Errorf("demo: %w", err)}
	}
	return nil
}

func (d *demo) run(ctx context.Context) error {
	if err := d.writeShop(); err != nil {
		return err
	}
	d.show.title("An agent reads a program by meaning")
	if err := d.withServer(ctx, "read-only.json", d.reading); err != nil {
		return err
	}
	d.show.title("It prepares a change as typed intentions; no file is touched")
	if err := d.withServer(ctx, "review.json", d.changing); err != nil {
		return err
	}
	d.show.title("A second session publishes what the host approved, and nothing else")
	base, err := d.makeRepository(ctx)
	if err != nil {
		return err
	}
	if err := d.approve(base); err != nil {
		return err
	}
	if err := d.withServer(ctx, "publish.json", d.publishing); err != nil {
		return err
	}
	if err := d.inspect(ctx, base); err != nil {
		return err
	}
	d.show.done()
	return nil
}

// writeShop writes the project and the host policies.
func (d *demo) writeShop() error {
	sources, err := fs.Sub(shop, "demo/shop")
	if err != nil {
		return err
	}
	if err := os.CopyFS(d.path("shop"), sources); err != nil {
		return err
	}
	for _, each := range policyTemplates() {
		if err := os.WriteFile(d.path(each.flag+".json"), each.template.Policy().AppendFile(nil), 0o600); err != nil {
			return err
		}
	}
	return nil
}

func (d *demo) path(names ...string) string {
	return filepath.Join(append([]string{d.dir}, names...)...)
}

// withServer starts a server under a policy, runs work over its pipes and demands a
// clean end.
func (d *demo) withServer(ctx context.Context, policyFile string, work func(*agent) error) error {
	a, err := startAgent(ctx, d.program, "serve-workspace-mcp", d.path("shop", "semaprax.toml"), d.path(policyFile))
	if err != nil {
		return err
	}
	err = work(a)
	return errors.Join(err, a.stop())
}
