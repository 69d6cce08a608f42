module github.com/semaprax/semaprax-go/testdata/bench

go 1.26.0
