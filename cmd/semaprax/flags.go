package main

import (
	"errors"
	"strconv"

	"github.com/spf13/pflag"
)

// errRepeated refuses an option given twice.
var errRepeated = errors.New("given more than once")

// onceFlag is an option that may be given once. The zero value is not given.
type onceFlag[T any] struct {
	value T
	given bool
	parse func(text string) (T, error)
	kind  string
}

// String is the current value for help; options have no visible default.
func (f *onceFlag[T]) String() string { return "" }

// Type names the kind of value in help.
func (f *onceFlag[T]) Type() string { return f.kind }

// Set takes the value of the option.
func (f *onceFlag[T]) Set(text string) error {
	if f.given {
		return errRepeated
	}
	value, err := f.parse(text)
	if err != nil {
		return err
	}
	f.value, f.given = value, true
	return nil
}

// boolOption declares an option without a value.
func boolOption(flags *pflag.FlagSet, name, usage string) *bool {
	option := &onceFlag[bool]{kind: "bool", parse: strconv.ParseBool}
	flags.VarPF(option, name, "", usage).NoOptDefVal = "true"
	return &option.value
}

// textOption declares an option with a text that is not empty.
func textOption(flags *pflag.FlagSet, name, kind, usage string) *string {
	option := &onceFlag[string]{kind: kind, parse: func(text string) (string, error) {
		if text == "" {
			return "", errors.New("must not be empty")
		}
		return text, nil
	}}
	flags.Var(option, name, usage)
	return &option.value
}

// countOption declares an option with a canonical positive decimal; zero when it is
// not given.
func countOption(flags *pflag.FlagSet, name, usage string) *int64 {
	option := &onceFlag[int64]{kind: "N", parse: positiveDecimal}
	flags.Var(option, name, usage)
	return &option.value
}

// positiveDecimal reads digits without sign and leading zero.
func positiveDecimal(text string) (int64, error) {
	value, err := strconv.ParseInt(text, 10, 64)
	if err != nil || value < 1 || strconv.FormatInt(value, 10) != text {
		return 0, errors.New("must be a positive decimal number")
	}
	return value, nil
}
