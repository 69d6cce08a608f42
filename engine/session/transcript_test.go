package session

import (
	"fmt"
	"regexp"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"
)

// resolveRequests returns the requests of a transcript with real revisions. IMAGE and
// PROJECT stand for the current ones; CANDIDATE1, CANDIDATE2 … for the revisions of
// the candidate handles answered so far, ATTEMPT1 …, DRAFT1 … and REFERENCE1 … likewise,
// REPAIR for the last repair. Revisions are deterministic: a session that is asked line by line gives
// them all.
func resolveRequests(t *testing.T, archive *txtar.Archive) string {
	t.Helper()
	s, _ := openSession(t, directive(archive, "project"), transcriptPolicy(t, archive))
	names := []string{"IMAGE", s.image.Revision().String(), "PROJECT", s.project.Revision().String()}
	seen := map[string]bool{}
	count := map[string]int{}
	found := regexp.MustCompile(`"(attempt_revision|candidate_revision|draft_revision|reference|repair_id)":"(sha256:[0-9a-f]{64})"`)
	var out strings.Builder
	for line := range strings.Lines(string(archiveFile(archive, "requests"))) {
		line = strings.NewReplacer(names...).Replace(line)
		out.WriteString(line)
		for _, match := range found.FindAllStringSubmatch(string(s.Handle([]byte(strings.TrimSuffix(line, "\n")))), -1) {
			if key := match[1] + match[2]; !seen[key] {
				seen[key] = true
				word := map[string]string{"attempt_revision": "ATTEMPT", "candidate_revision": "CANDIDATE", "draft_revision": "DRAFT",
					"reference": "REFERENCE", "repair_id": "REPAIR"}[match[1]]
				count[word]++
				names = append(names, fmt.Sprintf("%s%d", word, count[word]), match[2])
			}
		}
	}
	return out.String()
}
