package project

// The bounds of one project (language facts 6.1 and 6.2). All of them are on and
// none can be raised.
const (
	// MaxManifestBytes bounds the text of semaprax.toml.
	MaxManifestBytes = 65_536
	// MinSources and MaxSources bound the number of declared source files.
	MinSources = 2
	// MaxSources is the greatest number of declared source files.
	MaxSources = 16
	// MaxSourceBytes bounds the source files of a project together.
	MaxSourceBytes = 16 << 20
	// MaxWebExports is the greatest number of exported functions.
	MaxWebExports = 32
	// MaxNameBytes bounds the name of a project.
	MaxNameBytes = 64
	// MaxVersionBytes bounds the version of a project.
	MaxVersionBytes = 128
	// MaxModuleNameBytes bounds a module name in a manifest.
	MaxModuleNameBytes = 240
	// MaxExportIDBytes bounds the identity of an exported function or a command.
	MaxExportIDBytes = 128
	// MaxPathBytes bounds the path of a source file.
	MaxPathBytes = 240
	// MaxPathSegments is the greatest number of segments of a source path.
	MaxPathSegments = 16
	// MaxSegmentBytes bounds one segment of a source path.
	MaxSegmentBytes = 64
	// MaxDeclarations bounds the declarations of all modules together.
	MaxDeclarations = 4_096
	// MaxFunctions bounds the functions of all modules together.
	MaxFunctions = 1_024
	// MaxCallSites bounds the calls written in all modules together.
	MaxCallSites = 65_536
	// MaxUses bounds the use lines of all modules together.
	MaxUses = 4_096
	// MaxEdges bounds the edges between declarations of different modules.
	MaxEdges = 65_536
)

// ManifestName is the only file name a manifest may have.
const ManifestName = "semaprax.toml"
