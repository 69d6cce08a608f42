package project_test

import (
	"fmt"

	"github.com/semaprax/semaprax-go/engine/project"
)

// A candidate is admitted from memory exactly as a project on disk is.
func ExampleBuild() {
	manifest, fault := project.ParseManifest([]byte(`schema = "semaprax.project.v1"
name = "pair"
entry = "pair.app"
sources = ["app.spx", "tests.spx"]
web_exports = ["pair.twice"]
tests = ["pair.tests"]
`))
	if fault != nil {
		fmt.Println(fault[0])
		return
	}
	app := "module pair.app;\n\n@id(\"pair.twice\")\nfn twice(value: i64) -> i64\n{\n    value * 2\n}\n\n@id(\"pair.main\")\nfn main() -> i64\n{\n    twice(21)\n}\n"
	tests := "module pair.tests;\nuse function @id(\"pair.twice\") from pair.app as twice;\n\n@id(\"pair.tests.main\")\nfn main() -> i64\n{\n    twice(0)\n}\n\n@id(\"pair.tests.one\")\nfn test_one() -> i64\n{\n    twice(1) - 2\n}\n"
	p, fault := project.Build(manifest, []project.Source{
		{Path: "app.spx", Text: []byte(app)}, {Path: "tests.spx", Text: []byte(tests)},
	}, nil)
	if fault != nil {
		fmt.Println(fault[0])
		return
	}
	fmt.Println(len(p.Entry().Functions), len(p.Tests().Functions), p.Cases()[0].Identity)
	fmt.Println(p.Revision())
	// Output:
	// 2 4 pair.tests.one
	// sha256:5e3734a73dcda85284fd25b91cb38fb0efcd2d638fd9424b4a0ae743b173fe31
}
