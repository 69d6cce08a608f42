package project

// form is one frozen contract: what its manifest must hold and which signatures
// its exports and command may have (language facts 6.1, 6.3 and 11.7).
type form struct {
	schema  string
	profile string // "" only for v1
	exports exportRule
	command commandRule
	input   string // the one input contract; "" when the form has no such key
	// capabilities is the exact list, or with anyCapabilities the list to choose
	// from; nil when the form has no such key.
	capabilities    []string
	anyCapabilities bool
}

// exportRule says which signatures a web export may have. Each rule admits what
// the one before it admits unless its own comment says otherwise.
type exportRule uint8

const (
	exportScalars exportRule = iota // Copy scalars in and out
	exportText                      // and borrowed str in
	exportData                      // scalars and borrowed Slice<u8> in; i64, bool or usize out
	exportOwned                     // as exportData, and string, Bytes, Option<Bytes>, Result<Bytes, i64> both ways
	exportRecords                   // as exportOwned, and records without type parameters
	exportCommand                   // the command is the only export
)

// commandRule says whether a form has a command and with which signature.
type commandRule uint8

const (
	noCommand       commandRule = iota
	commandTwoViews             // (borrow Slice<u8>, borrow Slice<u8>) -> bool
	commandNoInput              // () -> bool
)

const (
	capabilityArgs   = "process.args.read"
	capabilityStderr = "process.stderr.write"
	capabilityStdin  = "process.stdin.read"
	capabilityStdout = "process.stdout.write"
)

const (
	inputOneArgument = "stdin-bytes+one-utf8-arg.v1"
	inputArguments   = "argv-utf8+stdin-bytes.v1"
)

// schemaTables is the layout with tables; schemaTablesNext is known and refused.
const (
	schemaTables     = "semaprax.manifest.v1"
	schemaTablesNext = "semaprax.manifest.v2"
)

// forms returns every admitted contract.
func forms() []form {
	all := []string{capabilityArgs, capabilityStderr, capabilityStdin, capabilityStdout}
	return []form{
		{schema: "semaprax.project.v1"},
		{schema: "semaprax.project.v2", profile: "useful-text-consumer.v1", exports: exportText},
		{schema: "semaprax.project.v3", profile: "useful-data.v1", exports: exportData},
		{schema: "semaprax.project.v4", profile: "useful-data-command.v1", exports: exportCommand,
			command: commandTwoViews, capabilities: all[3:]},
		{schema: "semaprax.project.v5", profile: "useful-data-command.v2", exports: exportCommand,
			command: commandTwoViews, input: inputOneArgument, capabilities: all},
		{schema: "semaprax.project.v6", profile: "language-command-io.v1", exports: exportCommand,
			command: commandNoInput, input: inputArguments, capabilities: all, anyCapabilities: true},
		{schema: "semaprax.project.v7", profile: "line-command-io.v1", exports: exportCommand,
			command: commandNoInput, input: inputArguments, capabilities: all, anyCapabilities: true},
		{schema: "semaprax.project.v8", profile: "owned-data-api.v1", exports: exportOwned},
		{schema: "semaprax.project.v11", profile: "nested-owned-record-api.v1", exports: exportRecords},
	}
}

// formOfSchema finds the form of a frozen schema.
func formOfSchema(schema string) (form, bool) {
	for _, f := range forms() {
		if f.schema == schema {
			return f, true
		}
	}
	return form{}, false
}

// formOfProfile finds the form a manifest with tables lowers to.
func formOfProfile(profile string) (form, bool) {
	for _, f := range forms() {
		if f.profile == profile {
			return f, true
		}
	}
	return form{}, false
}

// versioned reports whether the frozen layout has the keys version and profile.
func (f form) versioned() bool { return f.profile != "" }
