package couloir_test

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"
	"time"

	"couloir"
)

var ctx = context.Background()

func TestIntegersAreExactInBothForms(t *testing.T) {
	for _, form := range []string{`"18446744073709551615"`, `18446744073709551615`} {
		node := newFakeNode(t, map[string]string{"platform.getHeight": `"result":{"height":` + form + `}`})
		answer, err := couloir.New(node.URL).Platform.GetHeight(ctx)
		if err != nil || answer.Height != 18446744073709551615 {
			t.Errorf("%s is read as %v, %v", form, answer, err)
		}
	}
}

func TestIntegersAreSentAsText(t *testing.T) {
	node := newFakeNode(t, map[string]string{"platform.getValidatorsAt": `"result":{"validators":{}}`})
	client := couloir.New(node.URL)
	for _, height := range []couloir.HeightParam{couloir.Uint64(1<<64 - 1), couloir.ProposedHeightProposed} {
		params := couloir.PlatformGetValidatorsAtParams{Height: height}
		if _, err := client.Platform.GetValidatorsAt(ctx, params); err != nil {
			t.Fatal(err)
		}
	}
	for i, want := range []string{`{"height":"18446744073709551615"}`, `{"height":"proposed"}`} {
		if got := string(node.calls[i].Params); got != want {
			t.Errorf("sent %s, want %s", got, want)
		}
	}
}

func TestWrongIntegersAreNoAnswer(t *testing.T) {
	for _, text := range []string{`"18446744073709551616"`, `-1`, `1.5`, `""`, `"0x1"`} {
		node := newFakeNode(t, map[string]string{"platform.getHeight": `"result":{"height":` + text + `}`})
		_, err := couloir.New(node.URL).Platform.GetHeight(ctx)
		expectReason(t, err, couloir.ReasonResponse)
	}
}

func TestDeclaredErrors(t *testing.T) {
	node := newFakeNode(t, map[string]string{
		"info.getBlockchainID": `"error":{"code":-32000,"message":"there is no ID with alias: Q","data":{"more":"text"}}`,
	})
	_, err := couloir.New(node.URL).Info.GetBlockchainID(ctx, couloir.InfoGetBlockchainIDParams{Alias: "Q"})
	if !errors.Is(err, couloir.ErrAliasNotFound) || errors.Is(err, couloir.ErrNotFound) {
		t.Errorf("%v is not ErrAliasNotFound alone", err)
	}
	var failed *couloir.RPCError
	if !errors.As(err, &failed) {
		t.Fatalf("%v is no RPCError", err)
	}
	if failed.Code != -32000 || failed.Arguments["alias"] != "Q" || failed.Arguments["more"] != "text" {
		t.Errorf("%+v", failed)
	}
	if got := string(failed.Data); got != `{"more":"text"}` {
		t.Errorf("data is %s", got)
	}
}

func TestUnknownErrorsHaveNoName(t *testing.T) {
	node := newFakeNode(t, map[string]string{"platform.getHeight": `"error":{"code":-1,"message":"there is no ID with alias: Q"}`})
	_, err := couloir.New(node.URL).Platform.GetHeight(ctx)
	var failed *couloir.RPCError
	if !errors.As(err, &failed) || failed.Name != "" || len(failed.Arguments) != 0 {
		t.Errorf("%+v", err)
	}
	if errors.Is(err, couloir.ErrorName("")) {
		t.Error("an unknown error is the declared error without a name")
	}
}

func TestInvalidErrorsAreNoAnswer(t *testing.T) {
	for text, want := range map[string]string{
		`{}`:                              "error.code: expected a value, got nothing",
		`{"code":-32000}`:                 "error.message: expected a value, got nothing",
		`{"message":"x"}`:                 "error.code: expected a value, got nothing",
		`{"Code":-32000,"Message":"x"}`:   "error.code: expected a value, got nothing",
		`{"code":null,"message":"x"}`:     "error.code: expected an integer, got null",
		`{"code":"-32000","message":"x"}`: "error.code: expected an integer, got text",
		`{"code":-32000.5,"message":"x"}`: "error.code: expected an integer, got -32000.5",
		`{"code":-32000,"message":null}`:  "error.message: expected text, got null",
		`{"code":-32000,"message":5}`:     "error.message: expected text, got a number",
		`5`:                               "error: expected an object, got a number",
	} {
		node := newFakeNode(t, map[string]string{"platform.getHeight": `"error":` + text})
		_, err := couloir.New(node.URL).Platform.GetHeight(ctx)
		failed := expectReason(t, err, couloir.ReasonResponse)
		if failed.Message != "platform.getHeight: "+want {
			t.Errorf("%s: %s", text, failed.Message)
		}
	}
}

func TestPassingFailuresAreTriedAgain(t *testing.T) {
	for _, status := range []int{429, 502, 503, 504} {
		node := newFakeNode(t, map[string]string{"platform.getHeight": `"result":{"height":"5"}`}, status, status)
		answer, err := couloir.New(node.URL, couloir.WithRetryDelay(time.Millisecond)).Platform.GetHeight(ctx)
		if err != nil || answer.Height != 5 || node.bodies != 3 {
			t.Errorf("status %d: %v, %v after %d requests", status, answer, err, node.bodies)
		}
	}
}

func TestFailuresThatStayAreNotTriedAgain(t *testing.T) {
	node := newFakeNode(t, nil, 500)
	_, err := couloir.New(node.URL).Platform.GetHeight(ctx)
	failed := expectReason(t, err, couloir.ReasonHTTP)
	if failed.Status != 500 || failed.Message != "platform.getHeight at "+node.URL+"/ext/bc/P: HTTP 500: not now" || node.bodies != 1 {
		t.Errorf("%+v after %d requests", failed, node.bodies)
	}
}

func TestWhatChangesStateIsSentOnce(t *testing.T) {
	node := newFakeNode(t, nil, 503, 503, 503)
	_, err := couloir.New(node.URL).Platform.IssueTx(ctx, couloir.PlatformIssueTxParams{Tx: "0x"})
	expectReason(t, err, couloir.ReasonHTTP)
	if node.bodies != 1 {
		t.Errorf("sent %d times", node.bodies)
	}
}

func TestRetriesEnd(t *testing.T) {
	node := newFakeNode(t, nil, 503, 503, 503)
	_, err := couloir.New(node.URL, couloir.WithRetryDelay(time.Millisecond)).Platform.GetHeight(ctx, couloir.WithRetries(1))
	expectReason(t, err, couloir.ReasonHTTP)
	if node.bodies != 2 {
		t.Errorf("sent %d times", node.bodies)
	}
}

func TestDeadlineCoversRepetitions(t *testing.T) {
	node := newFakeNode(t, nil, 503, 503, 503)
	client := couloir.New(node.URL, couloir.WithTimeout(50*time.Millisecond), couloir.WithRetryDelay(time.Hour))
	_, err := client.Platform.GetHeight(ctx)
	expectReason(t, err, couloir.ReasonTimeout)
	if !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("%v is not DeadlineExceeded", err)
	}
}

func TestCancellation(t *testing.T) {
	arrived := make(chan struct{})
	server := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		// Only a server that has read the body sees the connection end.
		_, _ = io.Copy(io.Discard, r.Body)
		close(arrived)
		<-r.Context().Done()
	}))
	t.Cleanup(server.Close)
	cancelled, cancel := context.WithCancel(ctx)
	go func() {
		<-arrived
		cancel()
	}()
	if _, err := couloir.New(server.URL).Platform.GetHeight(cancelled); !errors.Is(err, context.Canceled) {
		t.Errorf("%v is not Canceled", err)
	}
}

func TestNoNode(t *testing.T) {
	server := httptest.NewServer(nil)
	server.Close()
	_, err := couloir.New(server.URL, couloir.WithRetries(0)).Platform.GetHeight(ctx)
	expectReason(t, err, couloir.ReasonConnection)
}

func TestAnswersThatAreNone(t *testing.T) {
	for _, text := range []string{"", "<html>", "[]", `{"id":7,"result":{"height":"1"}}`, `{"id":1}`} {
		server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
			_, _ = w.Write([]byte(text))
		}))
		_, err := couloir.New(server.URL).Platform.GetHeight(ctx)
		expectReason(t, err, couloir.ReasonResponse)
		server.Close()
	}
}

func TestAURLOfAnAPIIsThatOfTheNode(t *testing.T) {
	node := newFakeNode(t, map[string]string{"platform.getHeight": `"result":{"height":"5"}`})
	for _, path := range []string{"/ext/bc/P", "/ext/info", "/ext/bc/P/", "/ext/index/P/block"} {
		if _, err := couloir.New(node.URL + path).Platform.GetHeight(ctx); err != nil {
			t.Fatal(err)
		}
	}
	for _, call := range node.calls {
		if call.Path != "/ext/bc/P" {
			t.Errorf("sent to %s", call.Path)
		}
	}
}

func TestHeadersAreSent(t *testing.T) {
	node := newFakeNode(t, map[string]string{"platform.getHeight": `"result":{"height":"5"}`})
	client := couloir.New(node.URL+"/", couloir.WithHeader("Authorization", "Bearer x"))
	if _, err := client.Platform.GetHeight(ctx); err != nil {
		t.Fatal(err)
	}
	if node.header.Get("Authorization") != "Bearer x" || node.header.Get("Content-Type") != "application/json" {
		t.Errorf("%v", node.header)
	}
	if got := node.calls[0].Path; got != "/ext/bc/P" {
		t.Errorf("sent to %s", got)
	}
}

// TestAddressesHaveOneType does not compile if an address of a result is no address for params.
func TestAddressesHaveOneType(t *testing.T) {
	owned := couloir.PlatformListAddressesResult{Addresses: []couloir.PChainAddress{"P-local1"}}
	made := couloir.PlatformCreateAddressResult{Address: owned.Addresses[0]}
	balance := couloir.PlatformGetBalanceParams{Addresses: owned.Addresses}
	ofX := couloir.AVMGetUTXOsParams{Addresses: append(balance.Addresses, made.Address)}
	if got := []couloir.Address(ofX.Addresses); len(got) != 2 {
		t.Errorf("%d addresses", len(got))
	}
}

func TestFormsOfUnions(t *testing.T) {
	node := newFakeNode(t, map[string]string{
		"platform.getTx": `"result":{"encoding":"json","height":"1","time":"2","blockID":"b","tx":{"id":"t","credentials":[],"unsignedTx":{"time":7}}}`,
	})
	answer, err := couloir.New(node.URL).Platform.GetTx(ctx, couloir.PlatformGetTxParams{TxID: "t"})
	if err != nil {
		t.Fatal(err)
	}
	tx, isTx := answer.Tx.(*couloir.Tx)
	if !isTx {
		t.Fatalf("%T is no Tx", answer.Tx)
	}
	if advance, ok := tx.UnsignedTx.(*couloir.AdvanceTimeTx); !ok || advance.Time != 7 {
		t.Errorf("%#v", tx.UnsignedTx)
	}
}

func TestFormsOfNewerNodesAreKept(t *testing.T) {
	const future = `{"networkID":1,"newMember":[1]}`
	node := newFakeNode(t, map[string]string{
		"platform.getTx": `"result":{"encoding":"json","height":"1","time":"2","blockID":"b","tx":{"id":"t","credentials":[],"unsignedTx":` + future + `}}`,
	})
	answer, err := couloir.New(node.URL).Platform.GetTx(ctx, couloir.PlatformGetTxParams{TxID: "t"})
	if err != nil {
		t.Fatal(err)
	}
	unknown, ok := answer.Tx.(*couloir.Tx).UnsignedTx.(couloir.Unknown)
	if !ok || string(unknown.RawMessage) != future {
		t.Errorf("%#v", answer.Tx)
	}
	if text, err := json.Marshal(answer.Tx); err != nil || string(text) != `{"unsignedTx":`+future+`,"credentials":[],"id":"t"}` {
		t.Errorf("%s, %v", text, err)
	}
}

func expectReason(t *testing.T, err error, reason couloir.Reason) *couloir.TransportError {
	t.Helper()
	var failed *couloir.TransportError
	if !errors.As(err, &failed) || failed.Reason != reason {
		t.Fatalf("%v is no TransportError with reason %s", err, reason)
	}
	return failed
}

func TestRedirectsAreNotFollowed(t *testing.T) {
	asked := 0
	other := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { asked++ }))
	defer other.Close()
	node := httptest.NewServer(http.RedirectHandler(other.URL, http.StatusTemporaryRedirect))
	defer node.Close()
	for _, options := range [][]couloir.Option{nil, {couloir.WithHTTPClient(&http.Client{})}} {
		_, err := couloir.New(node.URL, options...).Platform.GetHeight(ctx)
		expectReason(t, err, couloir.ReasonHTTP)
	}
	if asked != 0 {
		t.Errorf("the other server was asked %d times", asked)
	}
}

func TestAResponseHasALimit(t *testing.T) {
	node := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		for piece := make([]byte, 1<<16); r.Context().Err() == nil; {
			if _, err := w.Write(piece); err != nil {
				return
			}
		}
	}))
	defer node.Close()
	_, err := couloir.New(node.URL, couloir.WithMaxResponseBytes(1<<20)).Platform.GetHeight(ctx)
	expectReason(t, err, couloir.ReasonResponse)
}

func TestWrongTypesNameTheField(t *testing.T) {
	for _, text := range []string{`"ten"`, `true`, `[1]`} {
		node := newFakeNode(t, map[string]string{"platform.getHeight": `"result":{"height":` + text + `}`})
		_, err := couloir.New(node.URL).Platform.GetHeight(ctx)
		expectReason(t, err, couloir.ReasonResponse)
		if !strings.Contains(err.Error(), "height") {
			t.Errorf("%v does not name the field", err)
		}
	}
}

func TestDeepNestingIsAnError(t *testing.T) {
	nested := strings.Repeat("[", 1_000_000) + strings.Repeat("]", 1_000_000)
	node := newFakeNode(t, map[string]string{"platform.getHeight": `"result":` + nested})
	_, err := couloir.New(node.URL).Platform.GetHeight(ctx)
	expectReason(t, err, couloir.ReasonResponse)
}

func TestAMessageThatRepeatsTheTextsOfAnErrorIsReadInLinearTime(t *testing.T) {
	repeated := strings.Repeat(": failed to fetch validator set at unfinalized height with SubnetID = : current P-chain height (", 50_000)
	message := "failed to get validator set at " + repeated + ")"
	node := newFakeNode(t, map[string]string{
		"platform.getValidatorsAt": `"error":{"code":-32000,"message":"` + message + `"}`,
	})
	began := time.Now()
	_, err := couloir.New(node.URL).Platform.GetValidatorsAt(ctx, couloir.PlatformGetValidatorsAtParams{Height: couloir.Uint64(1)})
	var failed *couloir.RPCError
	if !errors.As(err, &failed) || failed.Name != "" || time.Since(began) > 2*time.Second {
		t.Errorf("after %v: %.100v", time.Since(began), err)
	}
}

func TestPartsOfUnionsThatHaveAnotherTypeAreNamed(t *testing.T) {
	inTx := func(tx string) string {
		return `{"parentID":"p","height":1,"id":"i","tx":{"id":"i","credentials":[],"unsignedTx":` + tx + `}}`
	}
	imported := func(network, outputs string) string {
		return inTx(`{"networkID":` + network + `,"blockchainID":"b","outputs":` + outputs +
			`,"inputs":[],"memo":"0x","sourceChain":"s","importedInputs":[]}`)
	}
	for block, want := range map[string]string{
		`5`:                   "block: expected text or an object, got a number",
		`null`:                "block: expected a value, got null",
		imported(`1`, `null`): "block.tx.unsignedTx.outputs: expected a list, got null",
		`[]`:                  "block: expected text or an object, got a list",
		imported(`-1`, `[]`):  "block.tx.unsignedTx.networkID: expected an integer, got -1",
		imported(`1`, `[{"assetID":"a","fxID":"f","output":7}]`): "block.tx.unsignedTx.outputs[0].output: expected an object, got a number",
	} {
		node := newFakeNode(t, map[string]string{"platform.getBlock": `"result":{"encoding":"json","block":` + block + `}`})
		_, err := couloir.New(node.URL).Platform.GetBlock(ctx, couloir.PlatformGetBlockParams{BlockID: "b"})
		if err == nil || err.Error() != "platform.getBlock: "+want {
			t.Errorf("%s: %v", block, err)
		}
	}
}

func TestAnErrorDoesNotShowThePassword(t *testing.T) {
	node := newFakeNode(t, nil, http.StatusUnauthorized)
	url := strings.Replace(node.URL, "http://", "http://name:secret@", 1)
	_, err := couloir.New(url).Platform.GetHeight(ctx)
	expectReason(t, err, couloir.ReasonHTTP)
	if err == nil || strings.Contains(err.Error(), "secret") {
		t.Error(err)
	}
}

func TestTheQueryOfAURLFollowsThePath(t *testing.T) {
	var targets []string
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		targets = append(targets, r.URL.String())
		http.Error(w, "no", http.StatusNotFound)
	}))
	t.Cleanup(server.Close)
	for _, path := range []string{"/?key=a", "/ext/bc/P?key=a"} {
		_, err := couloir.New(server.URL + path).Platform.GetHeight(ctx)
		expectReason(t, err, couloir.ReasonHTTP)
	}
	events := couloir.New(server.URL+"?key=a").Events(ctx, couloir.EventsQuery{After: "c"})
	_, err := events.Next()
	post := "/ext/bc/P?key=a"
	if want := []string{post, post, "/ext/events?key=a&after=c"}; err == nil || !slices.Equal(targets, want) {
		t.Errorf("got %q, %v", targets, err)
	}
}

func TestAResponseThatIsNotJSONNamesTheURL(t *testing.T) {
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		_, _ = io.WriteString(w, "<html>")
	}))
	t.Cleanup(server.Close)
	_, err := couloir.New(server.URL).Platform.GetHeight(ctx)
	expectReason(t, err, couloir.ReasonResponse)
	want := "platform.getHeight at " + server.URL + "/ext/bc/P: the response is not an object"
	if err == nil || err.Error() != want {
		t.Error(err)
	}
}

func TestAResponseOfTooManyValuesIsAnError(t *testing.T) {
	many := strings.Repeat("{},", 1<<21)
	node := newFakeNode(t, map[string]string{"platform.getBlockchains": `"result":{"blockchains":[` + many + `{}]}`})
	_, err := couloir.New(node.URL).Platform.GetBlockchains(ctx)
	expectReason(t, err, couloir.ReasonResponse)
	if err == nil || err.Error() != "platform.getBlockchains at "+node.URL+"/ext/bc/P: the response has more than 4194304 values" {
		t.Error(err)
	}
}
