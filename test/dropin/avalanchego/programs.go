//go:build programs

// Package avalanchego pins AvalancheGo and names what is built of it, so that go.sum has the hashes of all of it.
package avalanchego

import (
	_ "github.com/ava-labs/avalanchego/tests/e2e/banff"
	_ "github.com/ava-labs/avalanchego/tests/e2e/c"
	_ "github.com/ava-labs/avalanchego/tests/e2e/etna"
	_ "github.com/ava-labs/avalanchego/tests/e2e/faultinjection"
	_ "github.com/ava-labs/avalanchego/tests/e2e/p"
	_ "github.com/ava-labs/avalanchego/tests/e2e/vms"
	_ "github.com/ava-labs/avalanchego/tests/e2e/x"
	_ "github.com/ava-labs/avalanchego/tests/e2e/x/transfer"
	_ "github.com/ava-labs/avalanchego/tests/fixture/e2e"
	_ "github.com/ava-labs/avalanchego/tests/fixture/tmpnet/cmd"
	_ "github.com/ava-labs/avalanchego/wallet/subnet/primary/examples/create-subnet"
)
