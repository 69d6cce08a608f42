package mcp

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
)

// page is a decoded tools/list result.
type page struct {
	Tools []struct {
		Name, Title, Description string
		InputSchema              json.RawMessage
	}
	NextCursor *string
}

// listPage asks for one page; cursor nil omits it.
func listPage(t *testing.T, s *Session, cursor *string) (page, string) {
	t.Helper()
	params := "{}"
	if cursor != nil {
		params = fmt.Sprintf(`{"cursor":%q}`, *cursor)
	}
	text := send(s, `{"jsonrpc":"2.0","id":1,"method":"tools/list","params":`+params+`}`)
	var got struct{ Result *page }
	if err := json.Unmarshal([]byte(text), &got); err != nil || got.Result == nil {
		t.Fatalf("tools/list: %v in %s", err, text)
	}
	return *got.Result, text
}

// walkPages follows the cursors from the first page to the last.
func walkPages(t *testing.T, s *Session) (names []string, pages []page) {
	t.Helper()
	for cursor := (*string)(nil); ; {
		p, _ := listPage(t, s, cursor)
		pages = append(pages, p)
		for _, tool := range p.Tools {
			names = append(names, tool.Name)
		}
		if cursor = p.NextCursor; cursor == nil {
			return names, pages
		}
	}
}

func methodsNumbered(n int) []string {
	var methods []string
	for i := range n {
		methods = append(methods, fmt.Sprintf("family/method-%03d", i))
	}
	return methods
}

func TestAToolIsExactlyThis(t *testing.T) {
	s := ready(t, newFakeHost("source-commit/status"), Options{})
	_, got := listPage(t, s, nil)
	const want = `{"jsonrpc":"2.0","id":1,"result":{"tools":[{"description":"Calls the semantic workspace method source-commit/status. The text of the result is the complete response.",` +
		`"inputSchema":{"additionalProperties":false,"properties":{},"type":"object"},"name":"source-commit__status","title":"source-commit/status"}]}}`
	if got != want {
		t.Errorf("\n got %s\nwant %s", got, want)
	}
}

func TestToolsAreSortedByToolName(t *testing.T) {
	methods := []string{"b/z", "a/b", "B/a", "a-b", "a.b/c", "a/B", "ab"}
	names, _ := walkPages(t, ready(t, newFakeHost(methods...), Options{}))
	slices.Reverse(methods)
	reversed, _ := walkPages(t, ready(t, newFakeHost(methods...), Options{}))
	want := []string{"B__a", "a-b", "a.b__c", "a__B", "a__b", "ab", "b__z"}
	if !slices.Equal(names, want) || !slices.Equal(reversed, want) {
		t.Errorf("got %q and %q, want %q", names, reversed, want)
	}
}

func TestPagesHoldAtMostEightTools(t *testing.T) {
	for _, n := range []int{0, 1, 7, 8, 9, 16, 17, MaxTools} {
		s := ready(t, newFakeHost(methodsNumbered(n)...), Options{})
		names, pages := walkPages(t, s)
		if len(names) != n || len(pages) != max(1, (n+7)/8) {
			t.Errorf("%d tools: %d names on %d pages", n, len(names), len(pages))
		}
		for i, p := range pages {
			if i < len(pages)-1 && len(p.Tools) != MaxPageTools {
				t.Errorf("%d tools: page %d holds %d", n, i, len(p.Tools))
			}
		}
	}
}

func TestNoToolsIsAnEmptyList(t *testing.T) {
	_, got := listPage(t, ready(t, newFakeHost(), Options{}), nil)
	if want := `{"jsonrpc":"2.0","id":1,"result":{"tools":[]}}`; got != want {
		t.Errorf("got %s", got)
	}
}

// TestPagesStayBelowTheirBytes uses tools of which two do not fit one page.
func TestPagesStayBelowTheirBytes(t *testing.T) {
	h := newFakeHost()
	for i := range 5 {
		h.tools = append(h.tools, fakeTool{fmt.Sprintf("m/%d", i), schemaOfSize(500_000)})
	}
	_, pages := walkPages(t, ready(t, h, Options{}))
	if len(pages) != 5 {
		t.Errorf("%d pages, want 5", len(pages))
	}
	h = newFakeHost()
	for i := range 5 {
		h.tools = append(h.tools, fakeTool{fmt.Sprintf("m/%d", i), schemaOfSize(300_000)})
	}
	s := ready(t, h, Options{})
	_, pages = walkPages(t, s)
	if len(pages) != 2 || len(pages[0].Tools) != 3 {
		t.Errorf("%d pages, the first with %d tools; want 3 and 2", len(pages), len(pages[0].Tools))
	}
	if _, text := listPage(t, s, nil); len(text) > MaxPageBytes {
		t.Errorf("a page of %d bytes", len(text))
	}
}

// schemaOfSize is a canonical closed schema of exactly n bytes.
func schemaOfSize(n int) string {
	const head, tail = `{"additionalProperties":false,"description":"`, `","type":"object"}`
	return head + strings.Repeat("d", n-len(head)-len(tail)) + tail
}

// toolSize is the rendering of a tool around its schema.
func toolSize(method string, schema int) int {
	return len(`{"description":"Calls the semantic workspace method . The text of the result is the complete response.","inputSchema":,"name":"","title":""}`) +
		2*len(method) + len(strings.ReplaceAll(method, "/", "__")) + schema
}

func TestCatalogueBounds(t *testing.T) {
	around := toolSize("m/0", 0)
	exact := MaxPageBytes - 256 - 1 - around // the largest schema of m/0
	filled := func(last int) []fakeTool {    // 18 tools of the largest size, and a last one
		var tools []fakeTool
		for i := range 18 {
			tools = append(tools, fakeTool{fmt.Sprintf("m/%c", 'a'+i), schemaOfSize(exact)})
		}
		return append(tools, fakeTool{"m/0", schemaOfSize(last)})
	}
	rest := MaxCatalogueBytes - len("[]") - 18*(around+exact+1) - around - 1
	for _, row := range []struct {
		name  string
		tools []fakeTool
		want  Code
	}{
		{"256 tools", newFakeHost(methodsNumbered(256)...).tools, ""},
		{"257 tools", newFakeHost(methodsNumbered(257)...).tools, CodeCapacity},
		{"a tool that fills a page", []fakeTool{{"m/0", schemaOfSize(exact)}}, ""},
		{"a tool that does not fit a page", []fakeTool{{"m/0", schemaOfSize(exact + 1)}}, CodeCapacity},
		{"16 MiB", filled(rest), ""},
		{"16 MiB and a byte", filled(rest + 1), CodeCapacity},
	} {
		h := newFakeHost()
		h.tools = row.tools
		wantNew(t, row.name, h, row.want)
	}
}

// wantNew fails unless New ends with the code, "" meaning success.
func wantNew(t *testing.T, name string, h *fakeHost, want Code) {
	t.Helper()
	_, err := New(h, Options{})
	switch refused, ok := errors.AsType[*Error](err); {
	case want == "" && err != nil:
		t.Errorf("%s: %v", name, err)
	case want != "" && (!ok || refused.Code != want):
		t.Errorf("%s: got %v, want %s", name, err, want)
	}
}

func TestUnusableAndCollidingNames(t *testing.T) {
	for _, methods := range [][]string{
		{""}, {"a b"}, {"a:b"}, {"ä"}, {"a\"b"}, {strings.Repeat("m", 129)}, {strings.Repeat("m", 126) + "/x"},
		{"a/b", "a__b"}, {"a/_b", "a__", "a___b"}, {"x/y", "x/y"},
	} {
		wantNew(t, fmt.Sprintf("methods %q", methods), newFakeHost(methods...), CodeCatalogue)
	}
	wantNew(t, "128 bytes", newFakeHost(strings.Repeat("m", 125)+"/x"), "")
	wantNew(t, "case tells names apart", newFakeHost("a/b", "A/b", "a/B"), "")
}

func TestAHostThatCannotListFailsConstruction(t *testing.T) {
	cause := errors.New("schema graph has a hole")
	h := newFakeHost("a/b")
	h.toolsErr = cause
	_, err := New(h, Options{})
	if refused, ok := errors.AsType[*Error](err); !ok || refused.Code != CodeCatalogue || !errors.Is(err, cause) {
		t.Errorf("got %v", err)
	}
}

func TestTheIdentityIsTheDigestOfTheWholeArray(t *testing.T) {
	h := newFakeHost(methodsNumbered(17)...)
	_, pages := walkPages(t, ready(t, h, Options{}))
	var tools []string
	for _, p := range pages {
		for _, tool := range p.Tools {
			tools = append(tools, fmt.Sprintf(`{"description":%q,"inputSchema":%s,"name":%q,"title":%q}`,
				tool.Description, tool.InputSchema, tool.Name, tool.Title))
		}
	}
	digest := sha256.Sum256([]byte("semaprax.mcp-tool-catalogue.v1\x00MCP2025-11-25\x00[" + strings.Join(tools, ",") + "]"))
	identity := hex.EncodeToString(digest[:])
	for i, want := range []string{"mcp1:" + identity + ":8", "mcp1:" + identity + ":16"} {
		if got := *pages[i].NextCursor; got != want {
			t.Errorf("page %d: cursor %s, want %s", i, got, want)
		}
	}
}

func TestOnlyThisCataloguesCursorsAreAccepted(t *testing.T) {
	s := ready(t, newFakeHost(methodsNumbered(20)...), Options{})
	first, _ := listPage(t, s, nil)
	good := *first.NextCursor
	identity := good[len("mcp1:") : len(good)-2]
	other, _ := listPage(t, ready(t, newFakeHost(methodsNumbered(21)...), Options{}), nil)
	for _, cursor := range []string{"", "mcp1:", good[:len(good)-1], good + " ", good + "0", "mcp2:" + identity + ":8", "mcp1:" + identity + "8",
		"mcp1:" + strings.ToUpper(identity) + ":8", "mcp1:" + identity + ":0", "mcp1:" + identity + ":08", "mcp1:" + identity + ":+8", "mcp1:" + identity + ":-8",
		"mcp1:" + identity + ":1", "mcp1:" + identity + ":9", "mcp1:" + identity + ":20", "mcp1:" + identity + ":24", "mcp1:" + identity + ":18446744073709551624",
		"mcp1:" + identity + ":" + strings.Repeat("8", 100), *other.NextCursor} {
		const want = `{"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"SPX-G350: cursor is not one of this catalogue"}}`
		if got := send(s, fmt.Sprintf(`{"jsonrpc":"2.0","id":1,"method":"tools/list","params":{"cursor":%q}}`, cursor)); got != want {
			t.Errorf("cursor %q: got %.200s", cursor, got)
		}
	}
	for _, cursor := range []string{"null", "8", "{}"} {
		const want = `{"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"cursor must be a string"}}`
		if got := send(s, `{"jsonrpc":"2.0","id":1,"method":"tools/list","params":{"cursor":`+cursor+`}}`); got != want {
			t.Errorf("cursor %s: got %.200s", cursor, got)
		}
	}
	escaped := strings.Replace(good, "m", `\u006d`, 1)
	second := send(s, `{"jsonrpc":"2.0","id":1,"method":"tools/list","params":{"cursor":"`+escaped+`"}}`)
	if _, want := listPage(t, s, &good); second != want {
		t.Errorf("an escaped spelling is the same cursor: got %.200s", second)
	}
}
