package policy_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/semaprax/semaprax-go/policy"
	"github.com/semaprax/semaprax-go/wire"
)

// TestBoundsAreExact writes each member with its least and its greatest value, which
// are accepted, and with those beyond, which are refused where they stand.
func TestBoundsAreExact(t *testing.T) {
	on := key{"candidate_prepare", "true"}
	tests := func(member string, of int) func(n int) string {
		return func(n int) string {
			value := strings.Replace(testLimits, fmt.Sprintf("%q:%d", member, of), fmt.Sprintf("%q:%d", member, n), 1)
			return with(7, on, key{"test_policy", value})
		}
	}
	for _, row := range []struct {
		low, high int
		text      func(n int) string
		code      policy.Code
		pointer   string
	}{
		{policy.MinTestSteps, policy.MaxTestSteps, tests("max_steps", 100000), policy.CodeTestRange, "/test_policy/max_steps"},
		{policy.MinTestExecutionBytes, policy.MaxTestExecutionBytes, tests("max_execution_bytes", 65536), policy.CodeTestRange, "/test_policy/max_execution_bytes"},
		{policy.MinTestReportBytes, policy.MaxTestReportBytes, tests("max_report_bytes", 262144), policy.CodeTestRange, "/test_policy/max_report_bytes"},
		{policy.MinReadBatchWorkers, policy.MaxReadBatchWorkers, func(n int) string { return with(7, key{"read_batch_workers", fmt.Sprint(n)}) },
			policy.CodePolicy, "/read_batch_workers"},
		{0, policy.MaxArchives, func(n int) string { return with(7, on, key{"draft_archives", archives("draft_digest", n)}) }, policy.CodePolicy, "/draft_archives"},
		{0, policy.MaxArchives, func(n int) string { return with(7, on, key{"candidate_archives", archives("candidate_digest", n)}) },
			policy.CodePolicy, "/candidate_archives"},
		{0, policy.MaxFileBytes, func(n int) string {
			text := with(7)
			return text + strings.Repeat("\n", max(0, n-len(text)))
		}, policy.CodeSize, ""},
	} {
		for _, n := range []int{row.low, row.high} {
			if _, err := policy.Parse([]byte(row.text(n))); err != nil {
				t.Errorf("%s of %d: %v", row.pointer, n, err)
			}
		}
		wantRefusal(t, row.text(row.high+1), row.code, row.pointer)
		if row.low > 0 {
			wantRefusal(t, row.text(row.low-1), row.code, row.pointer)
		}
	}
}

// archives lists n archives.
func archives(subject string, n int) string {
	list := make([]string, n)
	for i := range list {
		list[i] = fmt.Sprintf(`{"root":"/var/a","archive_digest":%q,%q:"sha256:%064x"}`, digest("0"), subject, i)
	}
	return "[" + strings.Join(list, ",") + "]"
}

// TestStructureIsBoundedBeforeItIsRead gives policies an unknown member as deep and as
// wide as may be: beyond that the structure itself is refused.
func TestStructureIsBoundedBeforeItIsRead(t *testing.T) {
	deep := func(n int) string {
		return with(7, key{"x", strings.Repeat("[", n-1) + "0" + strings.Repeat("]", n-1)})
	}
	wide := func(n int) string { return with(7, key{"x", "[" + strings.Repeat("0,", n-15) + "0]"}) } // 13 values beside the list
	for _, row := range []struct {
		limit string
		most  int
		text  func(n int) string
	}{{"depth", 16, deep}, {"nodes", 1024, wide}} {
		wantRefusal(t, row.text(row.most), policy.CodePolicy, "/x")
		_, err := policy.Parse([]byte(row.text(row.most + 1)))
		var refused *wire.Error
		if err == nil || err.Code != policy.CodePolicy || !errors.As(err, &refused) || refused.Code != wire.CodeBounds || refused.Limit != row.limit || refused.Value != int64(row.most) {
			t.Errorf("%s of %d: %v", row.limit, row.most+1, err)
		}
	}
}
