package clients

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/ava-labs/avalanchego/api/info"
	"github.com/ava-labs/avalanchego/ids"
	"github.com/ava-labs/avalanchego/upgrade"
	"github.com/ava-labs/avalanchego/utils/constants"
	"github.com/ava-labs/avalanchego/utils/units"

	"couloir/test/dropin/avalanchego/every"
	"couloir/test/dropin/avalanchego/local"
)

func TestInfo(t *testing.T) {
	local.Require(t)
	ctx := context.Background()
	client := info.NewClient(local.URI())
	every.Method[info.Client](t, map[string]every.Check{
		"GetNodeVersion": func() error {
			got, err := client.GetNodeVersion(ctx)
			return holds(err, strings.Contains(got.Version, "/") && got.RPCProtocolVersion > 0, got)
		},
		"GetNodeID": func() error {
			nodeID, proof, err := client.GetNodeID(ctx)
			if err != nil {
				return err
			}
			return holds(proof.Verify(), nodeID != ids.EmptyNodeID, nodeID)
		},
		"GetNodeIP": func() error {
			got, err := client.GetNodeIP(ctx)
			return holds(err, got.IsValid(), got)
		},
		"GetNetworkID": func() error {
			got, err := client.GetNetworkID(ctx)
			return same(err, got, constants.LocalID)
		},
		"GetNetworkName": func() error {
			got, err := client.GetNetworkName(ctx)
			return same(err, got, constants.LocalName)
		},
		"GetBlockchainID": func() error {
			got, err := client.GetBlockchainID(ctx, "P")
			return same(err, got, constants.PlatformChainID)
		},
		"Peers": func() error {
			got, err := client.Peers(ctx, nil)
			return same(err, len(got), 0)
		},
		"IsBootstrapped": func() error {
			for _, chain := range []string{"P", "X", "C"} {
				is, err := client.IsBootstrapped(ctx, chain)
				if err := holds(err, is, fmt.Sprintf("%s: %t", chain, is)); err != nil {
					return err
				}
			}
			return nil
		},
		"GetTxFee": func() error {
			got, err := client.GetTxFee(ctx)
			return same(err, uint64(got.TxFee), units.MilliAvax)
		},
		"Upgrades": func() error {
			got, err := client.Upgrades(ctx)
			return same(err, *got, upgrade.GetConfig(constants.LocalID))
		},
		"Uptime": func() error {
			got, err := client.Uptime(ctx)
			return holds(err, got.WeightedAveragePercentage > 0, got)
		},
		"GetVMs": func() error {
			got, err := client.GetVMs(ctx)
			return same(err, got[constants.PlatformVMID], []string{"platform"})
		},
	}, unreadable["info"])
}
