// Package couloir calls Couloir and AvalancheGo nodes: the info, health, P-chain, keystore and index APIs, and
// the two X-chain methods that wallets need.
package couloir

// Client calls a node that follows the node interface specification, as Couloir does by default. It
// is safe for concurrent use.
type Client struct {
	APIs
	caller *caller
}

// New returns a client for the node at a URL, such as http://127.0.0.1:9650. It does not connect
// yet.
func New(url string, options ...Option) *Client {
	c := newCaller(withoutAPIPath(url), options)
	return &Client{makeAPIs(c), c}
}

// Batch returns an empty batch. Add calls to it, send it, and then read the result of each call.
func (c *Client) Batch() *ClientBatch {
	b := &batch{caller: c.caller}
	return &ClientBatch{makeBatch(b), b}
}

// ClientBatch collects calls of a Client.
type ClientBatch struct {
	Batch
	*batch
}

// AvalanchegoClient calls a node of AvalancheGo, or Couloir with --api-profile avalanchego.
type AvalanchegoClient struct {
	AvalanchegoAPIs
	caller *caller
}

// NewAvalanchego returns a client for the AvalancheGo node at a URL. It does not connect yet.
func NewAvalanchego(url string, options ...Option) *AvalanchegoClient {
	c := newCaller(withoutAPIPath(url), options)
	return &AvalanchegoClient{makeAvalanchegoAPIs(c), c}
}

// Batch returns an empty batch. AvalancheGo itself does not support batches.
func (c *AvalanchegoClient) Batch() *AvalanchegoClientBatch {
	b := &batch{caller: c.caller}
	return &AvalanchegoClientBatch{makeAvalanchegoBatch(b), b}
}

// AvalanchegoClientBatch collects calls of an AvalanchegoClient.
type AvalanchegoClientBatch struct {
	AvalanchegoBatch
	*batch
}
