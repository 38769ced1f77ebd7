// Package couloir calls Couloir and AvalancheGo nodes: the info, health, P-chain, keystore and index APIs, and
// the two X-chain methods that wallets need.
package couloir

import (
	"context"
	"strings"
)

// Client calls a node that answers in the form of the specification, as Couloir does. It is safe for use by
// several goroutines.
type Client struct {
	APIs
	caller *caller
}

// New answers a client of the node at a URL, such as http://127.0.0.1:9650. It does not connect yet.
func New(url string, options ...Option) *Client {
	c := newCaller(url, options)
	return &Client{makeAPIs(c), c}
}

// Batch answers an empty batch: calls are added to it, sent together, and answer their results after.
func (c *Client) Batch() *ClientBatch {
	b := &batch{caller: c.caller}
	return &ClientBatch{makeBatch(b), b}
}

// ClientBatch collects calls of a Client.
type ClientBatch struct {
	Batch
	batch *batch
}

// Send sends the calls, one request for each path. Each call's Result tells how it ended; the error is the
// first that kept a whole request from being answered.
func (b *ClientBatch) Send(ctx context.Context, options ...Option) error {
	return b.batch.Send(ctx, options...)
}

// AvalanchegoClient calls a node of AvalancheGo, or Couloir with --api-profile avalanchego.
type AvalanchegoClient struct {
	AvalanchegoAPIs
	caller *caller
}

// NewAvalanchego answers a client of the AvalancheGo node at a URL. It does not connect yet.
func NewAvalanchego(url string, options ...Option) *AvalanchegoClient {
	c := newCaller(url, options)
	return &AvalanchegoClient{makeAvalanchegoAPIs(c), c}
}

// Batch answers an empty batch. AvalancheGo itself takes none.
func (c *AvalanchegoClient) Batch() *AvalanchegoClientBatch {
	b := &batch{caller: c.caller}
	return &AvalanchegoClientBatch{makeAvalanchegoBatch(b), b}
}

// AvalanchegoClientBatch collects calls of an AvalanchegoClient.
type AvalanchegoClientBatch struct {
	AvalanchegoBatch
	batch *batch
}

// Send sends the calls, one request for each path. Each call's Result tells how it ended; the error is the
// first that kept a whole request from being answered.
func (b *AvalanchegoClientBatch) Send(ctx context.Context, options ...Option) error {
	return b.batch.Send(ctx, options...)
}

func newCaller(url string, options []Option) *caller {
	return &caller{url: strings.TrimRight(url, "/"), settings: defaultSettings().with(options)}
}
