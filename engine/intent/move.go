package intent

import "github.com/semaprax/semaprax-go/engine/diag"

func (in *Intention) move(e *Edit) diag.List { return unsupported("not yet") }
