package main

import (
	"errors"
	"fmt"
	"os"
	"slices"
	"sync/atomic"
	"time"
)

// figures is what one load of one round showed.
type figures struct {
	rate     float64 // requests per second
	p50, p99 time.Duration
	cpu      time.Duration // of the server, per request; negative: unknown here
	peak     int64         // resident bytes; negative: unknown here
}

const (
	warmUp   = 200
	inFlight = 64
)

// measure starts one server, runs every load and ends it.
func measure(t target, p plan) (map[string]figures, error) {
	server, err := start(t)
	if err != nil {
		return nil, err
	}
	results, err := runLoads(server, t.speaks, p)
	if err != nil {
		server.kill()
		return nil, err
	}
	return results, server.close()
}

func runLoads(server *process, d dialect, p plan) (map[string]figures, error) {
	image, err := imageOf(server, d)
	if err != nil {
		return nil, err
	}
	small := callLoad("call", d.smallTool, d.smallArgs)
	large := callLoad("large", d.largeTool, largeArguments(image))
	results := map[string]figures{}
	for _, step := range []struct {
		name  string
		load  load
		count int
		run   func(*process, load, int) ([]time.Duration, error)
	}{
		{"ping", pingLoad(), p.sequential, sequential},
		{"call", small, p.sequential, sequential},
		{"ping, 64 in flight", pingLoad(), p.sequential, pipelined},
		{"call, 64 in flight", small, p.sequential, pipelined},
		{"60 KiB arguments", large, p.large, sequential},
	} {
		if _, err := sequential(server, step.load, min(warmUp, step.count)); err != nil {
			return nil, fmt.Errorf("%s: %w", step.name, err)
		}
		f, err := timed(server, step.load, step.count, step.run)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", step.name, err)
		}
		results[step.name] = f
	}
	return results, nil
}

func timed(server *process, l load, count int, run func(*process, load, int) ([]time.Duration, error)) (figures, error) {
	pid := server.command.Process.Pid
	cpu := processCPU(pid)
	began := time.Now()
	latencies, err := run(server, l, count)
	if err != nil {
		return figures{}, err
	}
	elapsed := time.Since(began)
	f := figures{rate: float64(count) / elapsed.Seconds(), cpu: -1, peak: peakResident(pid)}
	if used := processCPU(pid); cpu >= 0 && used >= 0 {
		f.cpu = (used - cpu) / time.Duration(count)
	}
	slices.Sort(latencies)
	f.p50, f.p99 = latencies[len(latencies)/2], latencies[len(latencies)*99/100]
	return f, nil
}

// sequential asks one request at a time.
func sequential(server *process, l load, count int) ([]time.Duration, error) {
	latencies := make([]time.Duration, count)
	for i := range count {
		began := time.Now()
		if _, err := server.ask(l, i+1); err != nil {
			return nil, err
		}
		latencies[i] = time.Since(began)
	}
	return latencies, nil
}

// pipelined keeps inFlight requests unanswered.
func pipelined(server *process, l load, count int) ([]time.Duration, error) {
	began := make([]atomic.Int64, count+1) // nanoseconds after epoch
	epoch := time.Now()
	room := make(chan struct{}, inFlight)
	failed := make(chan error, 1)
	stop := make(chan struct{})
	defer close(stop)
	go func() { failed <- feed(server, l, epoch, began, room, stop) }()
	latencies := make([]time.Duration, 0, count)
	for range count {
		line, err := server.read()
		if err != nil {
			return nil, errors.Join(err, <-failed)
		}
		id, err := judge(line)
		if err != nil {
			return nil, err
		}
		if id < 1 || id > count {
			return nil, fmt.Errorf("answer to %d, which was not asked", id)
		}
		<-room
		latencies = append(latencies, time.Since(epoch)-time.Duration(began[id].Load()))
	}
	return latencies, <-failed
}

func feed(server *process, l load, epoch time.Time, began []atomic.Int64, room chan<- struct{}, stop <-chan struct{}) error {
	var frame []byte
	for id := 1; id < len(began); id++ {
		frame = l.appendFrame(frame[:0], id)
		select {
		case room <- struct{}{}:
		case <-stop:
			return nil
		}
		began[id].Store(int64(time.Since(epoch)))
		if _, err := server.in.Write(frame); err != nil {
			return err
		}
	}
	return nil
}

// soakAll asks workspaces for very many calls and reports the peak memory
// after each tenth.
func soakAll(servers []target, count int) error {
	for _, t := range servers {
		if count == 0 || !t.speaks.batch {
			continue
		}
		if err := soak(t, count); err != nil {
			return fmt.Errorf("%s: %w", t.name, err)
		}
	}
	return nil
}

func soak(t target, count int) error {
	server, err := start(t)
	if err != nil {
		return err
	}
	call := callLoad("call", t.speaks.smallTool, t.speaks.smallArgs)
	fmt.Fprintf(os.Stdout, "\n%s, peak resident MiB after each tenth of %d calls:", t.name, count)
	for range 10 {
		if _, err := sequential(server, call, count/10); err != nil {
			server.kill()
			return err
		}
		fmt.Fprintf(os.Stdout, " %s", mebibytes(peakResident(server.command.Process.Pid)))
	}
	fmt.Fprintln(os.Stdout)
	return server.close()
}
