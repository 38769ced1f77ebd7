package couloir_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"reflect"
	"strings"
	"testing"

	"couloir"
)

// vectors are what every client makes of each response: the height, an error's code, or an invalid response.
type vectors struct {
	Calls []struct {
		Name, Text string
		Outcome    any
	}
	Batches []struct {
		Name, Text string
		Outcomes   []any
	}
	Results []struct{ Method, Result, Field string }
	Events  []string
}

func readVectors(t *testing.T) (all vectors) {
	text, err := os.ReadFile("../conformance/responses.json")
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(text, &all); err != nil {
		t.Fatal(err)
	}
	return all
}

// clientOf returns a client whose node sends a text with the IDs of the calls.
func clientOf(t *testing.T, text string) *couloir.Client {
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		if !bytes.HasPrefix(body, []byte("[")) {
			body = []byte("[" + string(body) + "]")
		}
		var calls []request
		_ = json.Unmarshal(body, &calls)
		ids := []string{"$1", string(calls[0].ID), "$2", string(calls[len(calls)-1].ID)}
		_, _ = io.WriteString(w, strings.NewReplacer(ids...).Replace(text))
	}))
	t.Cleanup(server.Close)
	return couloir.New(server.URL)
}

func outcomeOf(answer *couloir.PlatformGetHeightResult, err error) any {
	var refused *couloir.RPCError
	var invalid *couloir.TransportError
	switch {
	case err == nil:
		return float64(answer.Height)
	case errors.As(err, &refused):
		return float64(refused.Code)
	case errors.As(err, &invalid) && invalid.Reason == couloir.ReasonResponse:
		return "invalid"
	default:
		return err
	}
}

func TestResponses(t *testing.T) {
	for _, each := range readVectors(t).Calls {
		outcome := outcomeOf(clientOf(t, each.Text).Platform.GetHeight(ctx))
		if !reflect.DeepEqual(outcome, each.Outcome) {
			t.Errorf("%s: %v, expected %v", each.Name, outcome, each.Outcome)
		}
	}
}

func TestResponsesToBatches(t *testing.T) {
	for _, each := range readVectors(t).Batches {
		batch := clientOf(t, each.Text).Batch()
		first, second := batch.Platform.GetHeight(), batch.Platform.GetHeight()
		_ = batch.Send(ctx)
		outcomes := []any{outcomeOf(first.Result()), outcomeOf(second.Result())}
		if !reflect.DeepEqual(outcomes, each.Outcomes) {
			t.Errorf("%s: %v, expected %v", each.Name, outcomes, each.Outcomes)
		}
	}
}

// sends has the methods of the results.
var sends = map[string]func(*couloir.Client) error{
	"dev.dumpState": func(client *couloir.Client) error { _, err := client.Dev.DumpState(ctx); return err },
	"info.getVMs":   func(client *couloir.Client) error { _, err := client.Info.GetVMs(ctx); return err },
	"platform.getCurrentValidators": func(client *couloir.Client) error {
		_, err := client.Platform.GetCurrentValidators(ctx, couloir.PlatformGetCurrentValidatorsParams{})
		return err
	},
	"platform.getHeight": func(client *couloir.Client) error { _, err := client.Platform.GetHeight(ctx); return err },
	"platform.getSubnet": func(client *couloir.Client) error {
		_, err := client.Platform.GetSubnet(ctx, couloir.PlatformGetSubnetParams{SubnetID: "s"})
		return err
	},
}

func TestInvalidResults(t *testing.T) {
	for _, each := range readVectors(t).Results {
		err := sends[each.Method](clientOf(t, `{"jsonrpc":"2.0","result":`+each.Result+`,"id":$1}`))
		var invalid *couloir.TransportError
		isInvalid := errors.As(err, &invalid) && invalid.Reason == couloir.ReasonResponse
		if !isInvalid || !strings.HasPrefix(err.Error(), each.Method+": "+each.Field) {
			t.Errorf("%s, %s: %v", each.Method, each.Result, err)
		}
	}
}

// encoding/json merges the members of both, and reads names in any case.
func TestResultsThatNameAMemberTwice(t *testing.T) {
	for text, want := range map[string]string{
		`"result":{"height":"7","height":"8"}`:             "height: expected one value, got more than one",
		`"result":{"height":"7"},"result":{"height":"8"}`:  "result: expected one value, got more than one",
		`"result":{"height":"7","Height":"8"}`:             `height: expected this name, got "Height"`,
		`"result":{"height":"7"},"RESULT":{"height":"8"}`:  `result: expected this name, got "RESULT"`,
		`"result":{"height":"7"},"re\u017fult":{"more":1}`: `result: expected this name, got "reſult"`,
	} {
		node := newFakeNode(t, map[string]string{"platform.getHeight": text})
		_, err := couloir.New(node.URL).Platform.GetHeight(ctx)
		if failed := expectReason(t, err, couloir.ReasonResponse); failed.Message != "platform.getHeight: "+want {
			t.Errorf("%s: %v", text, err)
		}
	}
}

func TestInvalidEvents(t *testing.T) {
	for _, data := range readVectors(t).Events {
		node := newEventNode(t, streams("id: 1\ndata: "+data+"\n\n"))
		failed := expectEnd[*couloir.TransportError](t, subscribe(node, couloir.EventsQuery{}))
		if failed.Reason != couloir.ReasonResponse {
			t.Errorf("%s: %+v", data, failed)
		}
	}
}
