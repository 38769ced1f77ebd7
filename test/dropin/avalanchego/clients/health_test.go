package clients

import (
	"context"
	"testing"

	"github.com/ava-labs/avalanchego/api/health"

	"couloir/test/dropin/avalanchego/every"
	"couloir/test/dropin/avalanchego/local"
)

func TestHealth(t *testing.T) {
	local.Require(t)
	ctx := context.Background()
	client := health.NewClient(local.URI())
	every.Method[health.Client](t, map[string]every.Check{
		"Health": func() error {
			got, err := client.Health(ctx, nil)
			_, hasP := got.Checks["P"]
			return holds(err, got.Healthy && hasP, got)
		},
		"Readiness": func() error {
			got, err := client.Readiness(ctx, nil)
			_, hasBootstrapped := got.Checks["bootstrapped"]
			return holds(err, got.Healthy && hasBootstrapped, got)
		},
		"Liveness": func() error {
			got, err := client.Liveness(ctx, []string{"some tag"})
			return holds(err, got.Healthy, got)
		},
	}, unreadable["health"])
}
