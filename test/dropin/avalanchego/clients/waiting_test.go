package clients

import (
	"context"
	"testing"
	"time"

	"github.com/ava-labs/avalanchego/api/health"
	"github.com/ava-labs/avalanchego/api/info"
	"github.com/ava-labs/avalanchego/ids"
	"github.com/ava-labs/avalanchego/utils/rpc"
	"github.com/ava-labs/avalanchego/vms/platformvm"
	"github.com/ava-labs/avalanchego/vms/platformvm/fx"

	"couloir/test/dropin/avalanchego/local"
)

const often = 10 * time.Millisecond

// TestAwait is for the functions beside the clients that ask until it is so.
func TestAwait(t *testing.T) {
	s := setScene(t)
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	t.Cleanup(cancel)
	healthClient := health.NewClient(local.URI())
	for name, await := range map[string]func(context.Context, health.Client, time.Duration, []string, ...rpc.Option) (bool, error){
		"AwaitReady":   health.AwaitReady,
		"AwaitHealthy": health.AwaitHealthy,
		"AwaitAlive":   health.AwaitAlive,
	} {
		t.Run(name, func(t *testing.T) {
			is, err := await(ctx, healthClient, often, nil)
			if err := same(err, is, true); err != nil {
				t.Fatal(err)
			}
		})
	}
	t.Run("AwaitBootstrapped", func(t *testing.T) {
		is, err := info.AwaitBootstrapped(ctx, info.NewClient(local.URI()), "P", often)
		if err := same(err, is, true); err != nil {
			t.Fatal(err)
		}
	})
	t.Run("AwaitTxAccepted", func(t *testing.T) {
		if err := platformvm.AwaitTxAccepted(platformvm.NewClient(local.URI()), ctx, s.validator.ID(), often); err != nil {
			t.Fatal(err)
		}
	})
	t.Run("GetOwners", func(t *testing.T) {
		got, err := platformvm.GetOwners(
			platformvm.NewClient(local.URI()), ctx, []ids.ID{s.l1.SubnetID}, []ids.ID{s.l1.ValidationID()},
		)
		want := map[ids.ID]fx.Owner{s.l1.SubnetID: local.Owner(), s.l1.ValidationID(): local.Owner()}
		if err := same(err, got, want); err != nil {
			t.Fatal(err)
		}
	})
}
