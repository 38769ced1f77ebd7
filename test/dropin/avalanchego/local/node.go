// Package local finds the node of the network `local` that these tests are for.
package local

import (
	"context"
	"os"
	"testing"

	"github.com/ava-labs/avalanchego/genesis"
	"github.com/ava-labs/avalanchego/utils/rpc"
	"github.com/ava-labs/avalanchego/vms/secp256k1fx"
	"github.com/ava-labs/avalanchego/wallet/chain/p/wallet"
	"github.com/ava-labs/avalanchego/wallet/subnet/primary"
)

// Key owns the funds of the network's genesis.
var Key = genesis.EWOQKey

// URI is that of the node, from the environment.
func URI() string { return os.Getenv("COULOIR_URI") }

// Profile is the form in which the node answers.
func Profile() string { return os.Getenv("COULOIR_PROFILE") }

// Require skips a test when no node is configured.
func Require(t *testing.T) {
	t.Helper()
	if URI() == "" {
		t.Skip("COULOIR_URI is not set: run npm run test:dropin")
	}
}

// Wallet is AvalancheGo's, with what Key owns now.
func Wallet(ctx context.Context, config primary.WalletConfig) (wallet.Wallet, error) {
	return primary.MakePWallet(ctx, URI(), secp256k1fx.NewKeychain(Key), config)
}

// Call calls a method that AvalancheGo's clients do not have.
func Call(ctx context.Context, path, method string, params, reply any) error {
	return rpc.NewEndpointRequester(URI()+path).SendRequest(ctx, method, params, reply)
}

// PassTime moves the node's clock, and with it the chain.
func PassTime(ctx context.Context, seconds int) error {
	params := map[string]any{"seconds": seconds}
	return Call(ctx, "/ext/dev", "dev.increaseTime", params, &struct{}{})
}
