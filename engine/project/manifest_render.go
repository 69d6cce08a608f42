package project

import "strings"

// render writes the canonical text of m: one `key = value` per line in the order
// of its layout, lists on one line, a final LF.
func (m *Manifest) render() string {
	var out manifestWriter
	if m.schema == schemaTables {
		out.tables(m)
	} else {
		out.frozen(m)
	}
	return out.text.String()
}

// manifestWriter collects the lines of a manifest. Values are written as they
// are: the grammar of every field excludes what would need an escape.
type manifestWriter struct{ text strings.Builder }

func (w *manifestWriter) frozen(m *Manifest) {
	w.value("schema", m.schema)
	w.value("name", m.name)
	if m.form.versioned() {
		w.value("version", m.version)
		w.value("profile", m.profile)
	}
	w.value("entry", m.entry)
	w.list("sources", m.sources)
	w.list("web_exports", m.webExports)
	if m.form.command != noCommand {
		w.value("command", m.command)
		if m.form.input != "" {
			w.value("input", m.input)
		}
		w.list("capabilities", m.capabilities)
	}
	w.list("tests", []string{m.tests})
}

func (w *manifestWriter) tables(m *Manifest) {
	w.value("schema", m.schema)
	w.table("package")
	w.value("name", m.name)
	w.value("version", m.version)
	if m.profile != "" {
		w.value("profile", m.profile)
	}
	w.table("modules")
	w.value("entry", m.entry)
	w.list("sources", m.sources)
	if m.tests != "" {
		w.list("tests", []string{m.tests})
	}
	w.table("exports")
	w.list("web", m.webExports)
	if m.form.command != noCommand {
		w.table("command")
		w.value("function", m.command)
		if m.form.input != "" {
			w.value("input", m.input)
		}
		w.table("capabilities")
		w.list("required", m.capabilities)
	}
	if m.targets != nil {
		w.table("targets")
		w.list("matrix", m.targets)
	}
}

func (w *manifestWriter) table(name string) {
	w.text.WriteString("\n[" + name + "]\n")
}

func (w *manifestWriter) value(key, value string) {
	w.text.WriteString(key + ` = "` + value + "\"\n")
}

func (w *manifestWriter) list(key string, values []string) {
	w.text.WriteString(key + " = [")
	for i, value := range values {
		if i > 0 {
			w.text.WriteString(", ")
		}
		w.text.WriteString(`"` + value + `"`)
	}
	w.text.WriteString("]\n")
}
