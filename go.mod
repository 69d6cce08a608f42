module github.com/semaprax/semaprax-go

go 1.26
