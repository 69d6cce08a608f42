package main

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"os/exec"
)

// process is one running server with its pipes.
type process struct {
	command *exec.Cmd
	in      io.WriteCloser
	out     *bufio.Reader
	frame   []byte
	line    []byte
}

func start(t target) (*process, error) {
	command := exec.Command(t.command[0], t.command[1:]...)
	in, err := command.StdinPipe()
	if err != nil {
		return nil, err
	}
	out, err := command.StdoutPipe()
	if err != nil {
		return nil, err
	}
	sleep(in)
	sleep(out)
	if err := command.Start(); err != nil {
		return nil, err
	}
	p := &process{command: command, in: in, out: bufio.NewReaderSize(out, 256<<10)}
	if !t.speaks.handshake {
		return p, nil
	}
	if err := p.handshake(); err != nil {
		p.kill()
		return nil, err
	}
	return p, nil
}

// sleep makes reads and writes of a pipe wait in the system, as those of other clients do.
// The runtime's own way looks for an answer for a moment before it sleeps, and then what is
// measured is whether a server falls short of that moment.
func sleep(pipe any) {
	if file, ok := pipe.(interface{ Fd() uintptr }); ok {
		file.Fd() // documented to make the descriptor blocking
	}
}

func (p *process) handshake() error {
	hello := load{"initialize", `{"jsonrpc":"2.0","id":`, `,"method":"initialize","params":{"protocolVersion":"2025-11-25",` +
		`"capabilities":{},"clientInfo":{"name":"drive","version":"1"}}}` + "\n"}
	if _, err := p.ask(hello, 0); err != nil {
		return err
	}
	_, err := io.WriteString(p.in, `{"jsonrpc":"2.0","method":"notifications/initialized"}`+"\n")
	return err
}

// ask sends one request and returns its answer, valid until the next read.
func (p *process) ask(l load, id int) ([]byte, error) {
	p.frame = l.appendFrame(p.frame[:0], id)
	if _, err := p.in.Write(p.frame); err != nil {
		return nil, err
	}
	answer, err := p.read()
	if err != nil {
		return nil, err
	}
	got, err := judge(answer)
	if err == nil && got != id {
		err = fmt.Errorf("asked %d, answered %d", id, got)
	}
	return answer, err
}

// read returns the next line, valid until the next read.
func (p *process) read() ([]byte, error) {
	line, err := p.out.ReadSlice('\n')
	if !errors.Is(err, bufio.ErrBufferFull) {
		return line, err
	}
	p.line = append(p.line[:0], line...)
	for errors.Is(err, bufio.ErrBufferFull) {
		line, err = p.out.ReadSlice('\n')
		p.line = append(p.line, line...)
	}
	return p.line, err
}

// close ends the input and waits for the server.
func (p *process) close() error {
	if err := p.in.Close(); err != nil {
		return err
	}
	if _, err := io.Copy(io.Discard, p.out); err != nil {
		return err
	}
	return p.command.Wait()
}

func (p *process) kill() {
	_ = p.command.Process.Kill()
	_ = p.command.Wait()
}

// judge reads the id of a line and refuses every kind of error. Escaped text
// inside the answer cannot match, because its quotes carry backslashes.
func judge(line []byte) (id int, err error) {
	if bytes.Contains(line, []byte(`"error":`)) || bytes.Contains(line, []byte(`"isError":true`)) {
		return 0, fmt.Errorf("refused: %.300s", line)
	}
	at := bytes.Index(line, []byte(`"id":`))
	if at < 0 {
		return 0, fmt.Errorf("no id: %.300s", line)
	}
	for _, c := range line[at+len(`"id":`):] {
		if c < '0' || c > '9' {
			break
		}
		id = id*10 + int(c-'0')
	}
	return id, nil
}
