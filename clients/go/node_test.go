package couloir_test

import (
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
)

type request struct {
	Path   string
	ID     json.RawMessage `json:"id"`
	Method string          `json:"method"`
	Params json.RawMessage `json:"params"`
}

// fakeNode responds to calls by method, and records them. A response is given as text, so that a
// test controls every digit.
type fakeNode struct {
	URL     string
	answers map[string]string
	mutex   sync.Mutex
	calls   []request
	bodies  int
	// Status of the first responses; 200 after that.
	statuses []int
	header   http.Header
}

func newFakeNode(t *testing.T, answers map[string]string, statuses ...int) *fakeNode {
	node := &fakeNode{answers: answers, statuses: statuses}
	server := httptest.NewServer(node)
	t.Cleanup(server.Close)
	node.URL = server.URL
	return node
}

func (n *fakeNode) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	body, _ := io.ReadAll(r.Body)
	n.mutex.Lock()
	defer n.mutex.Unlock()
	n.bodies++
	n.header = r.Header
	if len(n.statuses) > 0 {
		status := n.statuses[0]
		n.statuses = n.statuses[1:]
		http.Error(w, "not now", status)
		return
	}
	if strings.HasPrefix(string(body), "[") {
		var calls []request
		_ = json.Unmarshal(body, &calls)
		var texts []string
		for _, call := range calls {
			texts = append([]string{n.answer(call, r.URL.Path)}, texts...)
		}
		_, _ = io.WriteString(w, "["+strings.Join(texts, ",")+"]")
		return
	}
	var call request
	_ = json.Unmarshal(body, &call)
	_, _ = io.WriteString(w, n.answer(call, r.URL.Path))
}

func (n *fakeNode) answer(call request, path string) string {
	call.Path = path
	n.calls = append(n.calls, call)
	members, found := n.answers[call.Method]
	if !found {
		members = `"error":{"code":-32601,"message":"Method not found"}`
	}
	return `{"jsonrpc":"2.0",` + members + `,"id":` + string(call.ID) + `}`
}
