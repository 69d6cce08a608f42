package schema

// NodeKind names the form of a node.
type NodeKind uint8

// The forms. A node uses only the fields its form names.
const (
	// NodeText is a string of MinBytes to MaxBytes UTF-8 bytes without control characters.
	NodeText NodeKind = iota + 1
	// NodeCanonicalText is a string of MinBytes to MaxBytes UTF-8 bytes, controls allowed.
	NodeCanonicalText
	// NodeString is any string; Pattern, when set, constrains it.
	NodeString
	// NodeDigest is the text of a digest.
	NodeDigest
	// NodeChoice is one of Choices.
	NodeChoice
	// NodeInteger is an integer token from Min to Max (decimal text).
	NodeInteger
	// NodeBool is true or false.
	NodeBool
	// NodeConst is exactly the value Const (canonical JSON).
	NodeConst
	// NodeObject is a closed object of Fields.
	NodeObject
	// NodeArray is an array of MinItems to MaxItems values of Item.
	NodeArray
	// NodeNullable is Item or null.
	NodeNullable
	// NodeOneOf is exactly one of Alternatives.
	NodeOneOf
	// NodeLocal stands for Item, which may contain this node: it is defined once per
	// document, under LocalName.
	NodeLocal
	// NodeReference is a value of one of the documents References. Objects says that
	// the value is known to be an object.
	NodeReference
	// NodeAny is any value.
	NodeAny
)

// Unbounded is the MaxItems of an array without an upper bound, and the MaxBytes
// of a string without one.
const Unbounded = -1

// Node describes a kind. Nodes are immutable and shared; callers only read them.
type Node struct {
	Kind NodeKind
	// Document is the name of the document whose root this node is, or empty.
	Document string

	MinBytes, MaxBytes int      // NodeText, NodeCanonicalText, NodeString
	Pattern, Example   string   // NodeString
	Choices            []string // NodeChoice
	Min, Max           string   // NodeInteger
	Const              string   // NodeConst

	Fields     []FieldNode // NodeObject, in declaration order
	Tolerated  string      // NodeObject: an undeclared member that is let through
	Item       *Node       // NodeArray, NodeNullable
	MinItems   int         // NodeArray
	MaxItems   int         // NodeArray
	Unique     bool        // NodeArray: no two items are equal
	Objects    bool        // NodeReference
	References []string    // NodeReference: document names

	Alternatives []*Node // NodeOneOf

	LocalName string       // NodeLocal
	local     func() *Node // NodeLocal
	target    func() *Node // NodeReference to a declared document, else nil
}

// FieldNode describes one member of an object.
type FieldNode struct {
	Name     string
	Required bool
	Default  string // canonical JSON of what an absent member means, or empty
	Doc      string
	Value    *Node
}

// Local returns the node a NodeLocal stands for.
func (n *Node) Local() *Node { return n.local() }

// Field returns the description of the member name, or nil.
func (n *Node) Field(name string) *FieldNode {
	for i := range n.Fields {
		if n.Fields[i].Name == name {
			return &n.Fields[i]
		}
	}
	return nil
}

// children calls visit for each node directly inside n. A local is not entered.
func (n *Node) children(visit func(*Node)) {
	for i := range n.Fields {
		visit(n.Fields[i].Value)
	}
	for _, alternative := range n.Alternatives {
		visit(alternative)
	}
	if n.Item != nil {
		visit(n.Item)
	}
}
