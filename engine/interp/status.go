package interp

// Status is a failure of the program (language facts 5.3). None is retryable.
type Status uint8

// The statuses; the zero value is no failure.
const (
	NoStatus Status = iota
	RequiresFalse
	EnsuresFalse
	AddOverflow
	SubOverflow
	MulOverflow
	DivByZero
	DivOverflow
	RemByZero
	RemOverflow
	NegOverflow
	ConversionOverflow
	BufferIndex
	RangeStartAfterEnd
	RangeEndBeyond
	ArgumentIndex
	ArgumentNotUTF8
	StdinConsumed
	InputCapacity
	statusCount
)

// statusRow is what documents say about one status.
type statusRow struct {
	domain  string
	code    int
	class   string
	meaning string
}

const (
	contractDomain   = "semaprax.contract.v1"
	arithmeticDomain = "semaprax.arithmetic.v1"
	bufferDomain     = "semaprax.byte-buffer.v1"
	rangeDomain      = "semaprax.byte-range.v1"
	inputDomain      = "semaprax.command-input.v1"

	contractClass   = "contract"
	arithmeticClass = "arithmetic"
	adapterClass    = "adapter"
)

func (s Status) row() statusRow {
	if s >= statusCount {
		return statusRow{}
	}
	return [statusCount]statusRow{
		RequiresFalse:      {contractDomain, 1, contractClass, "requires clause is false"},
		EnsuresFalse:       {contractDomain, 2, contractClass, "ensures clause is false"},
		AddOverflow:        {arithmeticDomain, 1, arithmeticClass, "addition overflow"},
		SubOverflow:        {arithmeticDomain, 2, arithmeticClass, "subtraction overflow"},
		MulOverflow:        {arithmeticDomain, 3, arithmeticClass, "multiplication overflow"},
		DivByZero:          {arithmeticDomain, 4, arithmeticClass, "division by zero"},
		DivOverflow:        {arithmeticDomain, 5, arithmeticClass, "division overflow"},
		RemByZero:          {arithmeticDomain, 6, arithmeticClass, "remainder by zero"},
		RemOverflow:        {arithmeticDomain, 7, arithmeticClass, "remainder overflow"},
		NegOverflow:        {arithmeticDomain, 8, arithmeticClass, "negation overflow"},
		ConversionOverflow: {arithmeticDomain, 9, arithmeticClass, "conversion overflow"},
		BufferIndex:        {bufferDomain, 1, adapterClass, "byte buffer index out of bounds"},
		RangeStartAfterEnd: {rangeDomain, 1, adapterClass, "byte range starts after its end"},
		RangeEndBeyond:     {rangeDomain, 2, adapterClass, "byte range ends out of bounds"},
		ArgumentIndex:      {inputDomain, 1, adapterClass, "argument index out of bounds"},
		ArgumentNotUTF8:    {inputDomain, 2, adapterClass, "argument is not UTF-8"},
		StdinConsumed:      {inputDomain, 3, adapterClass, "standard input was already read"},
		InputCapacity:      {inputDomain, 4, adapterClass, "input exceeds its capacity"},
	}[s]
}

// Domain is the identity of the family the status belongs to.
func (s Status) Domain() string { return s.row().domain }

// Code is the number within the domain, from 1; 0 for no failure.
func (s Status) Code() int { return s.row().code }

// Class is contract, arithmetic or adapter.
func (s Status) Class() string { return s.row().class }

// Meaning is the human text.
func (s Status) Meaning() string { return s.row().meaning }
