package trial

import "os"

// soak reports whether the large counts are asked for.
func soak() bool { return os.Getenv("SEMAPRAX_SOAK") != "" }
