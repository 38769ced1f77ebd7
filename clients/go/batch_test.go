package couloir_test

import (
	"errors"
	"net/http"
	"net/http/httptest"
	"testing"

	"couloir"
)

func TestBatch(t *testing.T) {
	node := newFakeNode(t, map[string]string{
		"platform.getHeight":  `"result":{"height":"5"}`,
		"info.getNetworkName": `"result":{"networkName":"local"}`,
	})
	batch := couloir.New(node.URL).Batch()
	height := batch.Platform.GetHeight()
	name := batch.Info.GetNetworkName()
	supply := batch.Platform.GetCurrentSupply(couloir.PlatformGetCurrentSupplyParams{})
	if _, err := height.Result(); err == nil {
		t.Error("a call has a result before it is sent")
	}
	if err := batch.Send(ctx); err != nil {
		t.Fatal(err)
	}
	if answer, err := height.Result(); err != nil || answer.Height != 5 {
		t.Errorf("%v, %v", answer, err)
	}
	if answer, err := name.Result(); err != nil || answer.NetworkName != "local" {
		t.Errorf("%v, %v", answer, err)
	}
	if _, err := supply.Result(); !errors.Is(err, couloir.ErrMethodNotFound) {
		t.Errorf("%v", err)
	}
	if node.bodies != 2 {
		t.Errorf("%d requests for two paths", node.bodies)
	}
}

func TestBatchThatChangesStateIsSentOnce(t *testing.T) {
	node := newFakeNode(t, nil, 503, 503, 503)
	batch := couloir.New(node.URL).Batch()
	height := batch.Platform.GetHeight()
	batch.Platform.IssueTx(couloir.PlatformIssueTxParams{Tx: "0x"})
	expectReason(t, batch.Send(ctx), couloir.ReasonHTTP)
	_, err := height.Result()
	expectReason(t, err, couloir.ReasonHTTP)
	if node.bodies != 1 {
		t.Errorf("sent %d times", node.bodies)
	}
}

func TestRefusedBatch(t *testing.T) {
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		_, _ = w.Write([]byte(`{"jsonrpc":"2.0","error":{"code":-32700,"message":"Parse error"},"id":null}`))
	}))
	t.Cleanup(server.Close)
	batch := couloir.New(server.URL).Batch()
	height := batch.Platform.GetHeight()
	if err := batch.Send(ctx); !errors.Is(err, couloir.ErrParseError) {
		t.Errorf("%v", err)
	}
	if _, err := height.Result(); !errors.Is(err, couloir.ErrParseError) {
		t.Errorf("%v", err)
	}
}

func TestInvalidErrorsInABatch(t *testing.T) {
	node := newFakeNode(t, map[string]string{"platform.getHeight": `"error":{}`})
	batch := couloir.New(node.URL).Batch()
	height := batch.Platform.GetHeight()
	if err := batch.Send(ctx); err != nil {
		t.Fatal(err)
	}
	_, err := height.Result()
	expectReason(t, err, couloir.ReasonResponse)
}

func TestABatchThatIsRefusedWithAnInvalidError(t *testing.T) {
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		_, _ = w.Write([]byte(`{"jsonrpc":"2.0","error":{},"id":null}`))
	}))
	t.Cleanup(server.Close)
	batch := couloir.New(server.URL).Batch()
	batch.Platform.GetHeight()
	expectReason(t, batch.Send(ctx), couloir.ReasonResponse)
}

func TestBatchWithAMissingAnswer(t *testing.T) {
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		_, _ = w.Write([]byte(`[]`))
	}))
	t.Cleanup(server.Close)
	batch := couloir.New(server.URL).Batch()
	height := batch.Platform.GetHeight()
	if err := batch.Send(ctx); err != nil {
		t.Fatal(err)
	}
	_, err := height.Result()
	expectReason(t, err, couloir.ReasonResponse)
}
