package wire

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// corpus is a public JSON parsing suite read in place; it is not part of this project.
const corpus = "../../shared/cases/wire/json-test-suite"

// duplicateFiles are the y_ files that break our rule on duplicate keys.
var duplicateFiles = map[string]bool{
	"y_object_duplicated_key.json":           true,
	"y_object_duplicated_key_and_value.json": true,
}

// openCases pins each i_ file: the code that refuses it, 0 for acceptance.
var openCases = map[string]struct {
	code Code
	why  string
}{
	"i_number_double_huge_neg_exp.json":                   {0, "underflow is zero"},
	"i_number_huge_exp.json":                              {CodeSyntax, "overflows float64"},
	"i_number_neg_int_huge_exp.json":                      {CodeSyntax, "overflows float64"},
	"i_number_pos_double_huge_exp.json":                   {CodeSyntax, "overflows float64"},
	"i_number_real_neg_overflow.json":                     {CodeSyntax, "overflows float64"},
	"i_number_real_pos_overflow.json":                     {CodeSyntax, "overflows float64"},
	"i_number_real_underflow.json":                        {0, "underflow is zero"},
	"i_number_too_big_neg_int.json":                       {0, "a finite number"},
	"i_number_too_big_pos_int.json":                       {0, "a finite number"},
	"i_number_very_big_negative_int.json":                 {0, "a finite number"},
	"i_object_key_lone_2nd_surrogate.json":                {CodeSyntax, "lone surrogate"},
	"i_string_1st_surrogate_but_2nd_missing.json":         {CodeSyntax, "lone surrogate"},
	"i_string_1st_valid_surrogate_2nd_invalid.json":       {CodeSyntax, "lone surrogate"},
	"i_string_UTF-16LE_with_BOM.json":                     {CodeEncoding, "not UTF-8"},
	"i_string_UTF-8_invalid_sequence.json":                {CodeEncoding, "not UTF-8"},
	"i_string_UTF8_surrogate_U+D800.json":                 {CodeEncoding, "a surrogate in UTF-8"},
	"i_string_incomplete_surrogate_and_escape_valid.json": {CodeSyntax, "lone surrogate"},
	"i_string_incomplete_surrogate_pair.json":             {CodeSyntax, "lone surrogate"},
	"i_string_incomplete_surrogates_escape_valid.json":    {CodeSyntax, "lone surrogate"},
	"i_string_invalid_lonely_surrogate.json":              {CodeSyntax, "lone surrogate"},
	"i_string_invalid_surrogate.json":                     {CodeSyntax, "lone surrogate"},
	"i_string_invalid_utf-8.json":                         {CodeEncoding, "not UTF-8"},
	"i_string_inverted_surrogates_U+1D11E.json":           {CodeSyntax, "lone surrogate"},
	"i_string_iso_latin_1.json":                           {CodeEncoding, "not UTF-8"},
	"i_string_lone_second_surrogate.json":                 {CodeSyntax, "lone surrogate"},
	"i_string_lone_utf8_continuation_byte.json":           {CodeEncoding, "not UTF-8"},
	"i_string_not_in_unicode_range.json":                  {CodeEncoding, "beyond U+10FFFF"},
	"i_string_overlong_sequence_2_bytes.json":             {CodeEncoding, "overlong UTF-8"},
	"i_string_overlong_sequence_6_bytes.json":             {CodeEncoding, "overlong UTF-8"},
	"i_string_overlong_sequence_6_bytes_null.json":        {CodeEncoding, "overlong UTF-8"},
	"i_string_truncated-utf-8.json":                       {CodeEncoding, "not UTF-8"},
	"i_string_utf16BE_no_BOM.json":                        {CodeEncoding, "not UTF-8"},
	"i_string_utf16LE_no_BOM.json":                        {CodeEncoding, "not UTF-8"},
	"i_structure_500_nested_arrays.json":                  {CodeSyntax, "more than MaxContainers"},
	"i_structure_UTF-8_BOM_empty_object.json":             {CodeSyntax, "a byte order mark"},
}

func TestCorpus(t *testing.T) {
	files, err := filepath.Glob(filepath.Join(corpus, "*.json"))
	if err != nil || len(files) == 0 {
		t.Skip("the JSON parsing corpus is not beside this checkout")
	}
	s := mustScanner(t, Document, Limits{})
	pinned := 0
	for _, file := range files {
		b, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		name := filepath.Base(file)
		got := codeOf(scanError(s, b))
		switch name[0] {
		case 'y':
			if want := duplicateFiles[name]; want && got != CodeDuplicateMember || !want && got != 0 {
				t.Errorf("%s: code %d", name, got)
			}
		case 'n':
			if got != CodeSyntax && got != CodeEncoding {
				t.Errorf("%s: code %d", name, got)
			}
		case 'i':
			row, ok := openCases[name]
			if !ok || got != row.code {
				t.Errorf("%s: code %d, want %d (%s), pinned %v", name, got, row.code, row.why, ok)
			}
			pinned++
		}
		for _, p := range []Profile{Document, V5, MCP} {
			if len(b) < 4096 || !strings.HasPrefix(name, "n_structure") {
				compareNaive(t, p, Limits{}, b)
			}
		}
	}
	if pinned != len(openCases) {
		t.Errorf("%d open cases pinned, %d seen", len(openCases), pinned)
	}
}

func scanError(s *Scanner, b []byte) error {
	_, err := s.Scan(b)
	return err
}

// codeOf is the code of a refusal, 0 for nil.
func codeOf(err error) Code {
	if err == nil {
		return 0
	}
	return err.(*Error).Code
}
