package clients

import (
	"context"
	"slices"
	"testing"

	"github.com/ava-labs/avalanchego/api"
	"github.com/ava-labs/avalanchego/api/keystore"

	"couloir/test/dropin/avalanchego/every"
	"couloir/test/dropin/avalanchego/local"
)

func TestKeystore(t *testing.T) {
	local.Require(t)
	ctx := context.Background()
	client := keystore.NewClient(local.URI())
	user := api.UserPass{Username: "first", Password: "vxHZ-bGwQ4.PzkHnaTvGfEa7Bq!"}
	copied := api.UserPass{Username: "copied", Password: user.Password}
	// The methods run by name, and each needs the user.
	if err := client.CreateUser(ctx, user); err != nil {
		t.Fatal(err)
	}
	every.Method[keystore.Client](t, map[string]every.Check{
		"CreateUser": func() error {
			return client.CreateUser(ctx, api.UserPass{Username: "second", Password: user.Password})
		},
		"DeleteUser": func() error {
			if err := client.DeleteUser(ctx, api.UserPass{Username: "second", Password: user.Password}); err != nil {
				return err
			}
			users, err := client.ListUsers(ctx)
			return holds(err, !slices.Contains(users, "second"), users)
		},
		"ExportUser": func() error {
			exported, err := client.ExportUser(ctx, user)
			return holds(err, len(exported) > 50, exported)
		},
		"ImportUser": func() error {
			exported, err := client.ExportUser(ctx, user)
			if err != nil {
				return err
			}
			if err := client.ImportUser(ctx, copied, exported); err != nil {
				return err
			}
			users, err := client.ListUsers(ctx)
			return holds(err, slices.Contains(users, copied.Username), users)
		},
		"ListUsers": func() error {
			users, err := client.ListUsers(ctx)
			return holds(err, slices.Contains(users, user.Username), users)
		},
	}, unreadable["keystore"])
}
