package mcp

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"runtime"
	"strings"
	"sync/atomic"
	"testing"
	"testing/iotest"

	"github.com/semaprax/semaprax-go/wire"
)

// conversation is a handshake and a call, one frame a line.
func conversation(more ...string) string {
	lines := append([]string{helloFrame, initializedFrame, callFrame(`"a__b"`, `{"n":1}`)}, more...)
	return strings.Join(lines, "\n") + "\n"
}

const (
	helloAnswer = `{"jsonrpc":"2.0","id":"hello","result":{"capabilities":{"tools":{"listChanged":false}},"protocolVersion":"2025-11-25","serverInfo":{"name":"semaprax","version":"0"}}}`
	callAnswer  = `{"jsonrpc":"2.0","id":5,"result":{"content":[{"type":"text","text":"{\"jsonrpc\":\"2.0\",\"id\":0,\"result\":\"ok\"}"}],"isError":false}}`
	tooLong     = `{"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"request exceeds MCP byte limit"}}`
)

// lines joins answers as they are written.
func lines(answers ...string) string { return strings.Join(answers, "\n") + "\n" }

func TestServeAnswersInOrderAndFinishes(t *testing.T) {
	for _, row := range []struct{ name, in, out string }{
		{"nothing", "", ""},
		{"blank lines", "\n\n\n", ""},
		{"a conversation", conversation(pingFrame), lines(helloAnswer, callAnswer, pong)},
		{"no LF at the end", strings.TrimSuffix(conversation(pingFrame), "\n"), lines(helloAnswer, callAnswer, pong)},
		{"blank lines between", "\n" + strings.ReplaceAll(conversation(), "\n", "\n\n"), lines(helloAnswer, callAnswer)},
		{"the end inside a frame", conversation() + `{"jsonrpc":"2.0"`, lines(helloAnswer, callAnswer,
			`{"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"request is not valid bounded JSON"}}`)},
		{"a frame of the bound", pingFrame + strings.Repeat(" ", MaxFrameBytes-len(pingFrame)) + "\n" + pingFrame + "\n", lines(pong, pong)},
		{"a frame beyond the bound ends the session", pingFrame + strings.Repeat(" ", MaxFrameBytes-len(pingFrame)+1) + "\n" + pingFrame + "\n", lines(tooLong)},
		{"10 MB without LF", pingFrame + "\n" + strings.Repeat("x", 10_000_000), lines(pong, tooLong)},
	} {
		for chunking, wrap := range map[string]func(io.Reader) io.Reader{
			"whole":       func(r io.Reader) io.Reader { return r },
			"byte":        iotest.OneByteReader,
			"half":        iotest.HalfReader,
			"data at EOF": iotest.DataErrReader,
		} {
			if chunking == "byte" && len(row.in) > 1<<20 {
				continue // a byte at a time adds nothing to ten million of them
			}
			h := newFakeHost("a/b")
			s := newSession(t, h, Options{})
			var out bytes.Buffer
			err := s.Serve(t.Context(), wrap(strings.NewReader(row.in)), &out)
			if err != nil || out.String() != row.out {
				t.Errorf("%s, %s: %v\n got %.300q\nwant %.300q", row.name, chunking, err, out.String(), row.out)
			}
			if len(h.finishes) != 1 || h.finishes[0] != nil || !s.Terminal() {
				t.Errorf("%s, %s: finished %v, terminal %v", row.name, chunking, h.finishes, s.Terminal())
			}
		}
	}
}

func TestServeReturnsTheFinalAuthentication(t *testing.T) {
	drift := errors.New("SPX-J102: source drifted")
	h := newFakeHost("a/b")
	h.finishErr = drift
	var out bytes.Buffer
	if err := newSession(t, h, Options{}).Serve(t.Context(), strings.NewReader(conversation()), &out); !errors.Is(err, drift) {
		t.Errorf("got %v", err)
	}
	if out.String() != lines(helloAnswer, callAnswer) {
		t.Errorf("every accepted call is answered first: %q", out.String())
	}
}

func TestATerminalHostEndsServing(t *testing.T) {
	h := newFakeHost("a/b")
	h.answer = func(_ string, _, dst []byte) ([]byte, bool, bool) { return append(dst, `"last"`...), true, true }
	in := strings.NewReader(conversation(pingFrame))
	var out bytes.Buffer
	err := newSession(t, h, Options{}).Serve(t.Context(), in, &out)
	if err != nil || strings.Count(out.String(), "\n") != 2 || !strings.HasSuffix(out.String(), `\"last\""}],"isError":true}}`+"\n") {
		t.Errorf("%v, %q", err, out.String())
	}
	if len(h.finishes) != 1 {
		t.Errorf("finished %v", h.finishes)
	}
}

// failing is an output that breaks after some bytes.
type failing struct {
	room int
	err  error
}

func (f *failing) Write(b []byte) (int, error) {
	n := min(f.room, len(b))
	if f.room -= n; n < len(b) {
		return n, f.err
	}
	return n, nil
}

func TestADeadOutputStillEndsInTheFinalAuthentication(t *testing.T) {
	broken := errors.New("broken pipe")
	for _, room := range []int{0, 10, len(helloAnswer) + 1, len(helloAnswer) + 20} {
		drift := errors.New("drift")
		h := newFakeHost("a/b")
		h.finishErr = drift
		err := newSession(t, h, Options{}).Serve(t.Context(), strings.NewReader(conversation(pingFrame, pingFrame)), &failing{room, broken})
		if !errors.Is(err, drift) || !errors.Is(err, broken) {
			t.Errorf("room %d: got %v", room, err)
		}
		stream, ok := errors.AsType[*wire.IOError](h.finishes[0])
		if len(h.finishes) != 1 || !ok || stream.Op != "write" {
			t.Errorf("room %d: the host finished %v", room, h.finishes)
		}
		if wantCalls := room > len(helloAnswer); (len(h.calls) == 1) != wantCalls {
			t.Errorf("room %d: the host was asked %q", room, h.calls)
		}
	}
}

func TestAnInputThatFailsStillEndsInTheFinalAuthentication(t *testing.T) {
	broken := errors.New("device gone")
	h := newFakeHost("a/b")
	var out bytes.Buffer
	in := io.MultiReader(strings.NewReader(conversation()+`{"half`), iotest.ErrReader(broken))
	err := newSession(t, h, Options{}).Serve(t.Context(), in, &out)
	if !errors.Is(err, broken) || len(h.finishes) != 1 || !errors.Is(h.finishes[0], broken) {
		t.Errorf("got %v, finished %v", err, h.finishes)
	}
	if out.String() != lines(helloAnswer, callAnswer) {
		t.Errorf("frames before the failure are answered: %q", out.String())
	}
}

// piped serves a session over in-memory pipes that block like real ones.
type piped struct {
	in     *io.PipeWriter
	out    *bufio.Reader
	cancel context.CancelFunc
	ended  chan error
}

func servePiped(t *testing.T, h *fakeHost, options Options) *piped {
	t.Helper()
	inRead, inWrite := io.Pipe()
	outRead, outWrite := io.Pipe()
	ctx, cancel := context.WithCancel(context.Background())
	p := &piped{inWrite, bufio.NewReader(outRead), cancel, make(chan error, 1)}
	s := newSession(t, h, options)
	go func() { p.ended <- s.Serve(ctx, inRead, outWrite) }()
	t.Cleanup(func() { cancel(); _ = inWrite.Close(); _ = outRead.Close() })
	return p
}

// say writes frames and reads one answer for each that has one.
func (p *piped) say(t *testing.T, frames ...string) {
	t.Helper()
	for _, frame := range frames {
		if _, err := io.WriteString(p.in, frame+"\n"); err != nil {
			t.Fatal(err)
		}
		if frame == initializedFrame {
			continue
		}
		if _, err := p.out.ReadString('\n'); err != nil {
			t.Fatal(err)
		}
	}
}

func TestEveryAnswerIsReadableBeforeTheNextRequest(t *testing.T) {
	p := servePiped(t, newFakeHost("a/b"), Options{})
	p.say(t, helloFrame, initializedFrame, pingFrame, callFrame(`"a__b"`, "{}"), "garbage", pingFrame)
	_ = p.in.Close()
	if err := <-p.ended; err != nil {
		t.Error(err)
	}
}

func TestCancellationFinishesWhileAReadBlocks(t *testing.T) {
	drift := errors.New("drift")
	for _, want := range []error{nil, drift} {
		h := newFakeHost("a/b")
		h.finishErr = want
		p := servePiped(t, h, Options{})
		p.say(t, helloFrame, initializedFrame, pingFrame)
		p.cancel()
		if err := <-p.ended; !errors.Is(err, want) {
			t.Errorf("got %v, want %v", err, want)
		}
		if len(h.finishes) != 1 || h.finishes[0] != nil {
			t.Errorf("finished %v", h.finishes)
		}
	}
}

func TestCancellationLetsTheCallInFlightFinish(t *testing.T) {
	h := newFakeHost("a/b")
	began, proceed := make(chan struct{}), make(chan struct{})
	h.answer = func(_ string, _, dst []byte) ([]byte, bool, bool) {
		close(began)
		<-proceed
		return append(dst, `{"done":true}`...), false, false
	}
	p := servePiped(t, h, Options{})
	p.say(t, helloFrame, initializedFrame)
	go func() { _, _ = io.WriteString(p.in, callFrame(`"a__b"`, "{}")+"\n"+callFrame(`"a__b"`, "{}")+"\n") }()
	<-began
	p.cancel()
	select {
	case err := <-p.ended:
		t.Fatalf("serving ended during the call: %v", err)
	default:
	}
	close(proceed)
	answer, err := p.out.ReadString('\n')
	if err != nil || !strings.Contains(answer, `{\"done\":true}`) {
		t.Errorf("%v, %q", err, answer)
	}
	if err := <-p.ended; err != nil {
		t.Error(err)
	}
	if len(h.calls) != 1 || len(h.finishes) != 1 {
		t.Errorf("calls %q, finished %v", h.calls, h.finishes)
	}
}

// TestCancellationGivesUpAnUnreadResponse stops a server nobody reads from:
// the call is done, the final authentication runs, the loss is told.
func TestCancellationGivesUpAnUnreadResponse(t *testing.T) {
	h := newFakeHost("a/b")
	called := make(chan struct{})
	h.answer = func(_ string, _, dst []byte) ([]byte, bool, bool) {
		close(called)
		return append(dst, `{}`...), false, false
	}
	grace := make(chan struct{})
	p := servePiped(t, h, Options{Grace: func() <-chan struct{} { return grace }})
	p.say(t, helloFrame, initializedFrame)
	if _, err := io.WriteString(p.in, callFrame(`"a__b"`, "{}")+"\n"); err != nil {
		t.Fatal(err)
	}
	<-called
	p.cancel()
	close(grace)
	if err := <-p.ended; !errors.Is(err, wire.ErrUndelivered) {
		t.Errorf("got %v", err)
	}
	if len(h.finishes) != 1 || h.finishes[0] != wire.ErrUndelivered {
		t.Errorf("finished %v", h.finishes)
	}
}

// TestAClientThatNeverReadsCostsNoMemory offers far more than a reader's
// buffer; the server takes one frame, blocks on its answer and reads no more.
func TestAClientThatNeverReadsCostsNoMemory(t *testing.T) {
	h := newFakeHost("a/b")
	called := make(chan struct{}, 100)
	h.answer = func(_ string, _, dst []byte) ([]byte, bool, bool) {
		called <- struct{}{}
		return append(dst, `{}`...), false, false
	}
	p := servePiped(t, h, Options{})
	p.say(t, helloFrame, initializedFrame)
	frame := callFrame(`"a__b"`, `{"x":"`+strings.Repeat("y", 60_000)+`"}`) + "\n"
	var taken atomic.Int64
	go func() {
		for range 100 {
			n, err := io.WriteString(p.in, frame)
			taken.Add(int64(n))
			if err != nil {
				return
			}
		}
	}()
	<-called
	for range 1000 {
		runtime.Gosched()
	}
	if got := taken.Load(); got > 2*MaxFrameBytes {
		t.Errorf("%d bytes were taken from a client that does not read", got)
	}
	if len(called) > 0 {
		t.Error("a second call was made for a client that does not read")
	}
}

// TestOneShotInputsGetEveryAnswer closes the input right behind the frames.
func TestOneShotInputsGetEveryAnswer(t *testing.T) {
	for round := range 20 {
		h := newFakeHost("a/b")
		in := conversation()
		for i := range 20 {
			in += fmt.Sprintf(`{"jsonrpc":"2.0","id":%d,"method":"tools/call","params":{"name":"a__b"}}`+"\n", i)
		}
		var out bytes.Buffer
		if err := newSession(t, h, Options{}).Serve(t.Context(), strings.NewReader(in), &out); err != nil {
			t.Fatal(err)
		}
		if got := strings.Count(out.String(), "\n"); got != 22 || len(h.calls) != 21 {
			t.Fatalf("round %d: %d answers, %d calls", round, got, len(h.calls))
		}
	}
}
