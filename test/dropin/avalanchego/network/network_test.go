// Package network starts, restarts and stops networks of Couloir with AvalancheGo's tmpnet.
package network

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/ava-labs/avalanchego/api/health"
	"github.com/ava-labs/avalanchego/api/info"
	"github.com/ava-labs/avalanchego/ids"
	"github.com/ava-labs/avalanchego/tests/fixture/tmpnet"
	"github.com/ava-labs/avalanchego/utils/constants"
	"github.com/ava-labs/avalanchego/utils/logging"
	"github.com/ava-labs/avalanchego/vms/platformvm"
	"github.com/ava-labs/avalanchego/vms/secp256k1fx"
	"github.com/ava-labs/avalanchego/wallet/subnet/primary"
)

// executable is Couloir's, which tmpnet takes for AvalancheGo's.
var executable = os.Getenv("COULOIR_EXECUTABLE")

func TestOneNode(t *testing.T)   { liveThrough(t, 1) }
func TestFiveNodes(t *testing.T) { liveThrough(t, 5) }

// liveThrough goes through the life of a network; a step needs those before it.
func liveThrough(t *testing.T, nodeCount int) {
	if executable == "" {
		t.Skip("COULOIR_EXECUTABLE is not set: run npm run test:dropin")
	}
	ctx, cancel := context.WithTimeout(context.Background(), 2*time.Minute)
	t.Cleanup(cancel)
	l := &life{
		ctx: ctx,
		network: &tmpnet.Network{
			Owner: fmt.Sprintf("dropin-%d", nodeCount),
			Nodes: tmpnet.NewNodesOrPanic(nodeCount),
		},
	}
	root := t.TempDir()
	t.Cleanup(l.end)
	for _, step := range []struct {
		name string
		take func() error
	}{
		{"starts and is healthy", func() error {
			return tmpnet.BootstrapNewNetwork(ctx, logging.NoLog{}, l.network, root, executable, "")
		}},
		{"is read again from its directory", l.isReadAgain},
		{"has the keys that tmpnet made", l.hasItsKeys},
		{"has every node as a validator", l.hasValidators},
		{"takes a transaction of a funded key on every node", l.takesTransactions},
		{"lets an ephemeral node join and leave", l.letsANodeJoin},
		{"restarts at the same URLs with what it had", l.restarts},
		{"restarts one node", l.restartsOne},
		{"stops and leaves its metrics", l.stops},
		{"starts again after the stop", l.startsAgain},
	} {
		if !t.Run(step.name, func(t *testing.T) {
			if err := step.take(); err != nil {
				t.Fatal(err)
			}
		}) {
			return
		}
	}
}

type life struct {
	ctx     context.Context
	network *tmpnet.Network
	// heights are those of the nodes' chains: each node builds its own blocks.
	heights map[ids.NodeID]uint64
}

func (l *life) end() {
	// Not the test's own context: that may have ended it.
	ctx, cancel := context.WithTimeout(context.Background(), 20*time.Second)
	defer cancel()
	if l.network.Dir != "" {
		_ = l.network.Stop(ctx)
	}
}

func (l *life) isReadAgain() error {
	again, err := tmpnet.ReadNetwork(l.network.Dir)
	if err != nil {
		return err
	}
	for _, node := range l.network.Nodes {
		uri, err := again.GetURIForNodeID(node.NodeID)
		if err != nil {
			return err
		}
		if err := same("URI", uri, node.URI); err != nil {
			return err
		}
	}
	return nil
}

func (l *life) hasItsKeys() error {
	for _, node := range l.network.Nodes {
		nodeID, proof, err := info.NewClient(node.URI).GetNodeID(l.ctx)
		if err != nil {
			return err
		}
		if err := same("node ID", nodeID, node.NodeID); err != nil {
			return err
		}
		want, err := node.GetProofOfPossession()
		if err != nil {
			return err
		}
		if err := same("proof of possession", proof.ProofOfPossession, want.ProofOfPossession); err != nil {
			return err
		}
	}
	return nil
}

func (l *life) hasValidators() error {
	for _, node := range l.network.Nodes {
		got, err := platformvm.NewClient(node.URI).GetCurrentValidators(l.ctx, constants.PrimaryNetworkID, nil)
		if err != nil {
			return err
		}
		if err := same("validators", len(got), len(l.network.Nodes)); err != nil {
			return err
		}
	}
	return nil
}

func (l *life) takesTransactions() error {
	l.heights = make(map[ids.NodeID]uint64)
	for i, node := range l.network.Nodes {
		key := l.network.PreFundedKeys[i]
		w, err := primary.MakePWallet(l.ctx, node.URI, secp256k1fx.NewKeychain(key), primary.WalletConfig{})
		if err != nil {
			return err
		}
		owner := &secp256k1fx.OutputOwners{Threshold: 1, Addrs: []ids.ShortID{key.Address()}}
		if _, err := w.IssueCreateSubnetTx(owner); err != nil {
			return err
		}
		if l.heights[node.NodeID], err = platformvm.NewClient(node.URI).GetHeight(l.ctx); err != nil {
			return err
		}
	}
	return nil
}

func (l *life) letsANodeJoin() error {
	node := tmpnet.NewEphemeralNode(tmpnet.FlagsMap{})
	if err := l.network.StartNode(l.ctx, logging.NoLog{}, node); err != nil {
		return err
	}
	if err := l.isAsHealthyAsItCanBe(node); err != nil {
		return err
	}
	return node.Stop(l.ctx)
}

// isAsHealthyAsItCanBe checks a node that joins. tmpnet turns sybil protection off for a network of one node, so
// that every node builds its own blocks. In a larger network, a node without a validator's key follows the others
// over their peers; as these build their own blocks, they have none, and the node runs without becoming healthy.
func (l *life) isAsHealthyAsItCanBe(node *tmpnet.Node) error {
	if len(l.network.Nodes) == 1 {
		return tmpnet.WaitForHealthy(l.ctx, node)
	}
	ctx, cancel := context.WithTimeout(l.ctx, 10*time.Second)
	defer cancel()
	for {
		reply, err := health.NewClient(node.URI).Health(ctx, nil)
		if err != nil {
			return err
		}
		if err := same("health", reply.Healthy, false); err != nil {
			return err
		}
		// Before its first run, a check fails for another reason.
		if failure := reply.Checks["network"].Error; failure != nil && strings.Contains(*failure, "not connected to a minimum of 1 peer") {
			break
		}
		time.Sleep(100 * time.Millisecond)
	}
	peers, err := info.NewClient(node.URI).Peers(ctx, nil)
	if err != nil {
		return err
	}
	return same("peers", len(peers), 0)
}

func (l *life) restarts() error {
	before := l.network.GetNodeURIs()
	if err := l.network.Restart(l.ctx, logging.NoLog{}); err != nil {
		return err
	}
	if err := same("URIs", l.network.GetNodeURIs(), before); err != nil {
		return err
	}
	return l.hasItsHeights()
}

func (l *life) restartsOne() error {
	if err := l.network.RestartNode(l.ctx, logging.NoLog{}, l.network.Nodes[0]); err != nil {
		return err
	}
	return l.hasItsHeights()
}

func (l *life) stops() error {
	if err := tmpnet.StopNetwork(l.ctx, l.network.Dir); err != nil {
		return err
	}
	for _, node := range l.network.Nodes {
		if _, err := os.Stat(filepath.Join(node.GetDataDir(), "process.json")); !os.IsNotExist(err) {
			return fmt.Errorf("process.json: %v", err)
		}
		metrics, err := filepath.Glob(filepath.Join(node.GetDataDir(), "metrics", "*"))
		if err != nil {
			return err
		}
		if len(metrics) == 0 {
			return fmt.Errorf("%s has left no metrics", node.NodeID)
		}
	}
	return nil
}

func (l *life) startsAgain() error {
	again, err := tmpnet.ReadNetwork(l.network.Dir)
	if err != nil {
		return err
	}
	l.network = again
	if err := again.StartNodes(l.ctx, logging.NoLog{}, again.Nodes...); err != nil {
		return err
	}
	return l.hasItsHeights()
}

func (l *life) hasItsHeights() error {
	for _, node := range l.network.Nodes {
		got, err := platformvm.NewClient(node.URI).GetHeight(l.ctx)
		if err != nil {
			return err
		}
		if err := same("height", got, l.heights[node.NodeID]); err != nil {
			return err
		}
	}
	return nil
}

func same[T any](what string, got, want T) error {
	if !reflect.DeepEqual(got, want) {
		return fmt.Errorf("%s: got %v, want %v", what, got, want)
	}
	return nil
}
