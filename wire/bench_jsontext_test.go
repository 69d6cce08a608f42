//go:build goexperiment.jsonv2

package wire

import "encoding/json/jsontext"

// experimentContenders exist only in the second build, which also changes encoding/json.
func experimentContenders() []contender {
	return []contender{
		{"jsontext.IsValid", func(b []byte) bool { return jsontext.Value(b).IsValid() }},
	}
}
