// The bench driver and the floor. A module of its own, so that nobody who
// uses semaprax downloads what only the comparison needs.
module github.com/semaprax/semaprax-go/testdata/peers

go 1.26.0
