package wallet_test

import (
	"context"
	"testing"

	"github.com/ava-labs/avalanchego/ids"
	"github.com/ava-labs/avalanchego/utils/constants"
	"github.com/ava-labs/avalanchego/utils/units"
	"github.com/ava-labs/avalanchego/vms/components/avax"
	"github.com/ava-labs/avalanchego/vms/secp256k1fx"
	"github.com/ava-labs/avalanchego/wallet/subnet/primary"

	"couloir/test/dropin/avalanchego/local"
)

// xGenesis is what the genesis of the network local gives to Key on the X-chain.
const xGenesis = 300 * units.MegaAvax

// TestThreeChains makes AvalancheGo's wallet of all three chains. It has no key for the EVM, which does not run here.
func TestThreeChains(t *testing.T) {
	local.Require(t)
	ctx := context.Background()
	wallet := makeWallet(ctx, t)
	pContext := wallet.P().Builder().Context()
	avaxID := pContext.AVAXAssetID

	owned, err := wallet.X().Builder().GetFTBalance()
	if err != nil || owned[avaxID] != xGenesis {
		t.Fatalf("on the X-chain: got %d, %v", owned[avaxID], err)
	}
	xChainID := wallet.X().Builder().Context().BlockchainID
	cChainID := wallet.C().Builder().Context().BlockchainID
	for _, destination := range []ids.ID{xChainID, cChainID} {
		output := &avax.TransferableOutput{
			Asset: avax.Asset{ID: avaxID},
			Out:   &secp256k1fx.TransferOutput{Amt: units.Avax, OutputOwners: *local.Owner()},
		}
		if _, err := wallet.P().IssueExportTx(destination, []*avax.TransferableOutput{output}); err != nil {
			t.Fatal(err)
		}
	}

	again := makeWallet(ctx, t)
	toX, err := again.X().Builder().GetImportableBalance(constants.PlatformChainID)
	if err != nil || toX[avaxID] < units.Avax {
		t.Fatalf("exported to the X-chain: got %d, %v", toX[avaxID], err)
	}
	toC, err := again.C().Builder().GetImportableBalance(constants.PlatformChainID)
	if err != nil || toC != units.Avax {
		t.Fatalf("exported to the C-chain: got %d, %v", toC, err)
	}
}

func makeWallet(ctx context.Context, t *testing.T) *primary.Wallet {
	keys := secp256k1fx.NewKeychain(local.Key)
	wallet, err := primary.MakeWallet(ctx, local.URI(), keys, secp256k1fx.NewKeychain(), primary.WalletConfig{})
	if err != nil {
		t.Fatal(err)
	}
	return wallet
}
