package main

import (
	"encoding/json"
	"fmt"
	"regexp"
	"strings"
)

// dialect knows the frames of one kind of server.
type dialect struct {
	handshake bool
	smallTool string
	smallArgs string
	largeTool string
	batch     bool // frames of the large call are real requests, bound to the image
}

var dialects = map[string]dialect{
	"floor":     {smallTool: "echo", smallArgs: `{"text":"hello"}`, largeTool: "batch"},
	"echo":      {handshake: true, smallTool: "echo", smallArgs: `{"text":"hello"}`, largeTool: "batch"},
	"workspace": {handshake: true, smallTool: "workspace__open", smallArgs: `{}`, largeTool: "workspace__read-batch", batch: true},
}

const (
	batchFrames = 16
	frameBytes  = 3_600 // 16 frames and their escapes stay below the 64 KiB of a request
)

// load makes the frames of one kind of request: head, the id, tail.
type load struct {
	name       string
	head, tail string
}

func (l load) appendFrame(dst []byte, id int) []byte {
	dst = append(dst, l.head...)
	dst = fmt.Append(dst, id)
	return append(dst, l.tail...)
}

func pingLoad() load {
	return load{"ping", `{"jsonrpc":"2.0","id":`, `,"method":"ping"}` + "\n"}
}

func callLoad(name, tool, arguments string) load {
	tail := fmt.Sprintf(`,"method":"tools/call","params":{"name":%q,"arguments":%s}}`+"\n", tool, arguments)
	return load{name, `{"jsonrpc":"2.0","id":`, tail}
}

// largeArguments is one batch of padded frames, about 60 KiB in all.
func largeArguments(image string) string {
	frames := make([]string, batchFrames)
	for i := range frames {
		request := fmt.Sprintf(`{"jsonrpc":"2.0","id":%d,"method":"workspace/status","params":{}`, i)
		frames[i] = request + strings.Repeat(" ", frameBytes-len(request)-1) + "}"
	}
	text, err := json.Marshal(frames)
	if err != nil {
		panic("BUG: strings always marshal: " + err.Error())
	}
	return fmt.Sprintf(`{"image_revision":%q,"batch":{"frames":%s}}`, image, text)
}

var imagePattern = regexp.MustCompile(`\\"image_revision\\":\\"(sha256:[0-9a-f]{64})\\"`)

// imageOf asks a workspace for the image that a batch must be bound to.
func imageOf(p *process, d dialect) (string, error) {
	if !d.batch {
		return "sha256:" + strings.Repeat("0", 64), nil
	}
	answer, err := p.ask(callLoad("open", d.smallTool, d.smallArgs), 1)
	if err != nil {
		return "", err
	}
	found := imagePattern.FindSubmatch(answer)
	if found == nil {
		return "", fmt.Errorf("no image revision in %.300s", answer)
	}
	return string(found[1]), nil
}
