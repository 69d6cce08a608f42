// Package gitpub publishes a plain set of changed files into a bare Git
// repository as one commit and one move of one branch. It imports nothing of
// this module and is usable alone.
//
// # Vocabulary
//
//   - The target is a bare repository, a branch, a prefix inside its tree and
//     the base commit the branch must stand at. A Config names all of it.
//   - Expected files are the files whose bytes in the base tree must equal the
//     given ones. A change gives new bytes for an expected file.
//   - A Plan is the commit that would result, worked out by reading only.
//   - The second opinion is the host's own git executable reading back what
//     was written.
//   - The pivot is the one compare-and-swap of the branch.
//
// # The way of a publication
//
//	Open ─► Plan ─► Write ─► Verify ─► Pivot ─► Confirm
//	hold    read    objects  second    lock,    the branch is the
//	shape   only    synced   opinion   rename   commit, nothing drifted
//
// A host puts its own checks between the steps; Publish runs them in one go.
// Every failure is an *Error with a code, a place, and whether the branch may
// have moved. Nothing is retried and nothing is rolled back: before the pivot
// unreachable objects may stay behind, after it the branch has moved.
//
// The branch is moved by Git's own protocol (loose and packed refs, a lock file
// created exclusively, the value re-read under the lock, rename, directory
// sync, reflog), so a push, update-ref, pack-refs or gc running beside it wins
// or loses cleanly. A lock that somebody else left is named and never removed.
//
// # Refusals
//
// Files cannot be created, deleted or change their mode; submodules, symbolic
// links and everything not named stay as they are. Not served: repositories
// with a work tree, alternates, linked work trees, shallow or grafted history,
// symbolic links or hard links inside, remotes or includes in their
// configuration, SHA-256 object names, reftable; symbolic branches; signatures;
// pushing. Names that some file system reads as ".git" are refused, as are
// changes to .gitmodules and .gitattributes. Platforms other than Linux and
// macOS refuse to open a repository.
package gitpub
