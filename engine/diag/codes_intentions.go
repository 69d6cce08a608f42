package diag

// Codes of intentions: shapes, admission, migration and bounds.
const (
	G222 Code = "SPX-G222"
	G223 Code = "SPX-G223"
	G224 Code = "SPX-G224"
	G225 Code = "SPX-G225"
	G226 Code = "SPX-G226"
	G259 Code = "SPX-G259"
	G260 Code = "SPX-G260"
	G261 Code = "SPX-G261"
	G268 Code = "SPX-G268"
	G270 Code = "SPX-G270"
	G272 Code = "SPX-G272"
	G273 Code = "SPX-G273"
	G274 Code = "SPX-G274"
	G469 Code = "SPX-G469"
	G477 Code = "SPX-G477"
	G478 Code = "SPX-G478"
	G479 Code = "SPX-G479"
	G516 Code = "SPX-G516"
	G517 Code = "SPX-G517"
	G518 Code = "SPX-G518"
)

func intentionCodes() []Entry {
	return []Entry{
		{G222, "{0}", "a candidate request is malformed or a change breaks an invariant of its candidate", ""},
		{G223, "{0}", "a candidate, its change or its output exceeds a bound", ""},
		{G224, "{0}", "a binding is stale, or a replay or rendering does not give the same bytes", ""},
		{G225, "{0}", "an intention is malformed or its target does not admit it", ""},
		{G226, "{0}", "an intention, its migration or a catalogue exceeds a bound", ""},
		{G259, "{0}", "a signature change cannot substitute or drop a parameter safely", ""},
		{G260, "{0}", "a signature change leaves out an owning or borrowed parameter", ""},
		{G261, "{0}", "a signature change exceeds a bound of substitution", ""},
		{G268, "{0}", "a repair intention is malformed", ""},
		{G270, "{0}", "a repair intention's rejected change or repair does not exist", ""},
		{G272, "{0}", "an interface implementation is malformed or selects what does not fit", ""},
		{G273, "{0}", "an interface implementation exceeds a bound", ""},
		{G274, "{0}", "a change alters the protocol implementations of the project", ""},
		{G469, "{0}", "an owner cannot become a view: its type, use, contract or binding forbids it", ""},
		{G477, "{0}", "two views replace one owner", ""},
		{G478, "{0}", "a signature change replaces more than eight owners", ""},
		{G479, "{0}", "two views share one binding", ""},
		{G516, "{0}", "a new case is malformed or its variant does not admit it", ""},
		{G517, "{0}", "a new case does not come back from the rebuilt project as planned", ""},
		{G518, "{0}", "a new case exceeds a bound", ""},
	}
}
