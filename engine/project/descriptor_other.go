//go:build !linux && !darwin

package project

func openRoot(string) (int, error)                 { return -1, ErrUnsupported }
func openDirectory(int, string) (int, error)       { return -1, ErrUnsupported }
func openFile(int, string) (int, error)            { return -1, ErrUnsupported }
func statAt(int, string) (Identity, error)         { return Identity{}, ErrUnsupported }
func statFD(int) (Identity, error)                 { return Identity{}, ErrUnsupported }
func readAt(int, []byte, int64) (n int, err error) { return 0, ErrUnsupported }
func closeFD(int) error                            { return ErrUnsupported }
func isUnreadable(error) bool                      { return false }
func (id Identity) isRegular() bool                { return false }
func (id Identity) isDirectory() bool              { return false }
func (id Identity) isLink() bool                   { return false }
