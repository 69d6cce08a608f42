package syntax

// Print writes the canonical text of a file.
func Print(f *File) []byte { return nil }
