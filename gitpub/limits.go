package gitpub

// Limits are the bounds of one opened repository. Zero means the default, and
// a value above the default is refused: bounds can only be lowered.
type Limits struct {
	MaxConfigBytes     int64 // of the repository's config file
	MaxScanEntries     int64 // files and folders of the repository
	MaxScanDepth       int64 // folders below the repository
	MaxRefBytes        int64 // of one loose ref file
	MaxPackedRefsBytes int64 // of packed-refs
	MaxIndexBytes      int64 // of all pack indexes that are open
	MaxObjectBytes     int64 // of one object's body
	MaxTreeBytes       int64 // of one tree's body
	MaxCommitBytes     int64 // of the base commit's body
	MaxReadBytes       int64 // of all object bodies read for one plan
	MaxReadObjects     int64 // objects read for one plan
	MaxStagedBytes     int64 // of all object bodies of one plan
	MaxStagedObjects   int64 // objects of one plan
	MaxTreeEntries     int64 // entries of all trees read for one plan
	MaxTreeDepth       int64 // folders from the root tree to a file
	MaxFiles           int64 // expected files of one plan
	MaxStderrBytes     int64 // of one command
	MaxProcessBytes    int64 // reserved by all commands: stdin, stdout and 64 KiB each
}

// defaults are the bounds of facts "policy, Git and archives" 3.3 to 3.5; the
// refs, index and file bounds are ours.
var defaults = Limits{
	MaxConfigBytes:     64 << 10,
	MaxScanEntries:     65536,
	MaxScanDepth:       64,
	MaxRefBytes:        4096,
	MaxPackedRefsBytes: 64 << 20,
	MaxIndexBytes:      256 << 20,
	MaxObjectBytes:     64 << 20,
	MaxTreeBytes:       8 << 20,
	MaxCommitBytes:     1 << 20,
	MaxReadBytes:       256 << 20,
	MaxReadObjects:     4096,
	MaxStagedBytes:     256 << 20,
	MaxStagedObjects:   4096,
	MaxTreeEntries:     65536,
	MaxTreeDepth:       64,
	MaxFiles:           4096,
	MaxStderrBytes:     64 << 10,
	MaxProcessBytes:    512 << 20,
}

// minRefBytes is a loose ref: an object id and its LF.
const minRefBytes = idHex + 1

// fill replaces zeros by defaults and refuses negative and raised bounds.
func (l Limits) fill() (Limits, *Error) {
	most := defaults
	for _, row := range []struct {
		name       string
		given, max *int64
	}{
		{"MaxConfigBytes", &l.MaxConfigBytes, &most.MaxConfigBytes},
		{"MaxScanEntries", &l.MaxScanEntries, &most.MaxScanEntries},
		{"MaxScanDepth", &l.MaxScanDepth, &most.MaxScanDepth},
		{"MaxRefBytes", &l.MaxRefBytes, &most.MaxRefBytes},
		{"MaxPackedRefsBytes", &l.MaxPackedRefsBytes, &most.MaxPackedRefsBytes},
		{"MaxIndexBytes", &l.MaxIndexBytes, &most.MaxIndexBytes},
		{"MaxObjectBytes", &l.MaxObjectBytes, &most.MaxObjectBytes},
		{"MaxTreeBytes", &l.MaxTreeBytes, &most.MaxTreeBytes},
		{"MaxCommitBytes", &l.MaxCommitBytes, &most.MaxCommitBytes},
		{"MaxReadBytes", &l.MaxReadBytes, &most.MaxReadBytes},
		{"MaxReadObjects", &l.MaxReadObjects, &most.MaxReadObjects},
		{"MaxStagedBytes", &l.MaxStagedBytes, &most.MaxStagedBytes},
		{"MaxStagedObjects", &l.MaxStagedObjects, &most.MaxStagedObjects},
		{"MaxTreeEntries", &l.MaxTreeEntries, &most.MaxTreeEntries},
		{"MaxTreeDepth", &l.MaxTreeDepth, &most.MaxTreeDepth},
		{"MaxFiles", &l.MaxFiles, &most.MaxFiles},
		{"MaxStderrBytes", &l.MaxStderrBytes, &most.MaxStderrBytes},
		{"MaxProcessBytes", &l.MaxProcessBytes, &most.MaxProcessBytes},
	} {
		if *row.given == 0 {
			*row.given = *row.max
		}
		if *row.given < 1 || *row.given > *row.max {
			return l, refuse(CodeShape, "limits."+row.name, "may only be lowered, from %d", *row.max)
		}
	}
	if l.MaxRefBytes < minRefBytes {
		return l, refuse(CodeShape, "limits.MaxRefBytes", "may not be lower than %d, or no moved branch can be read back", minRefBytes)
	}
	return l, nil
}
