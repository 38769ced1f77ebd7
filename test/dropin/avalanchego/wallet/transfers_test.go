package wallet_test

import (
	"couloir/test/dropin/avalanchego/local"
	"github.com/ava-labs/avalanchego/api/info"
	"github.com/ava-labs/avalanchego/ids"
	"github.com/ava-labs/avalanchego/utils/constants"
	"github.com/ava-labs/avalanchego/utils/units"
	"github.com/ava-labs/avalanchego/vms/components/avax"
	"github.com/ava-labs/avalanchego/vms/platformvm/status"
	"github.com/ava-labs/avalanchego/vms/platformvm/txs"
	"github.com/ava-labs/avalanchego/vms/secp256k1fx"
	"github.com/ava-labs/avalanchego/wallet/chain/p"
	"github.com/ava-labs/avalanchego/wallet/chain/p/builder"
	"github.com/ava-labs/avalanchego/wallet/chain/p/signer"
	"github.com/ava-labs/avalanchego/wallet/chain/p/wallet"
	"github.com/ava-labs/avalanchego/wallet/subnet/primary"
	"github.com/ava-labs/avalanchego/wallet/subnet/primary/common"
)

func (w *world) balance() error {
	own, err := w.wallet.Builder().GetBalance()
	if err != nil {
		return err
	}
	onNode, err := w.client.GetBalance(w.ctx, []ids.ShortID{local.Key.Address()})
	return is(err, own[w.assets] == uint64(onNode.Balance), "balance on the node", onNode.Balance)
}

func (w *world) sign() error {
	tx, err := w.transfer(ids.GenerateTestShortID())
	return is(err, len(tx.Creds) > 0, "credentials", tx)
}

func (w *world) issueSigned() error {
	to := ids.GenerateTestShortID()
	tx, err := w.transfer(to)
	if err != nil {
		return err
	}
	if err := w.wallet.IssueTx(tx); err != nil {
		return err
	}
	return w.owns(to, units.Avax)
}

func (w *world) issueUnsigned() error {
	to := ids.GenerateTestShortID()
	unsigned, err := w.wallet.Builder().NewBaseTx(w.avaxTo(to))
	if err != nil {
		return err
	}
	if _, err := w.wallet.IssueUnsignedTx(unsigned); err != nil {
		return err
	}
	return w.owns(to, units.Avax)
}

func (w *world) base() error {
	to := ids.GenerateTestShortID()
	tx, err := w.wallet.IssueBaseTx(w.avaxTo(to))
	if err != nil {
		return err
	}
	said, err := w.client.GetTxStatus(w.ctx, tx.ID())
	if err := is(err, said.Status == status.Committed, "status", said); err != nil {
		return err
	}
	return w.owns(to, units.Avax)
}

func (w *world) importFromX() error {
	if _, err := local.ExportFromX(w.ctx, w.assets, units.Avax); err != nil {
		return err
	}
	xChainID, err := w.chainID("X")
	if err != nil {
		return err
	}
	fresh, err := w.walletWithAtomic(xChainID)
	if err != nil {
		return err
	}
	to := ids.GenerateTestShortID()
	owner := &secp256k1fx.OutputOwners{Threshold: 1, Addrs: []ids.ShortID{to}}
	if _, err := fresh.IssueImportTx(xChainID, owner); err != nil {
		return err
	}
	got, err := w.client.GetBalance(w.ctx, []ids.ShortID{to})
	if err := is(err, got.Balance > 0 && uint64(got.Balance) < units.Avax, "balance", got); err != nil {
		return err
	}
	left, _, _, err := w.client.GetAtomicUTXOs(w.ctx, []ids.ShortID{local.Key.Address()}, "X", 0, ids.ShortEmpty, ids.Empty)
	return is(err, len(left) == 0, "UTXOs left in shared memory", left)
}

func (w *world) exportToX() error {
	xChainID, err := w.chainID("X")
	if err != nil {
		return err
	}
	before, err := w.client.GetBalance(w.ctx, []ids.ShortID{local.Key.Address()})
	if err != nil {
		return err
	}
	if _, err := w.wallet.IssueExportTx(xChainID, w.avaxTo(local.Key.Address())); err != nil {
		return err
	}
	after, err := w.client.GetBalance(w.ctx, []ids.ShortID{local.Key.Address()})
	return is(err, uint64(after.Balance) < uint64(before.Balance)-units.Avax, "balance afterwards", after.Balance)
}

func (w *world) transfer(to ids.ShortID) (*txs.Tx, error) {
	unsigned, err := w.wallet.Builder().NewBaseTx(w.avaxTo(to))
	if err != nil {
		return nil, err
	}
	return signer.SignUnsigned(w.ctx, w.wallet.Signer(), unsigned)
}

// avaxTo is one AVAX for an address.
func (w *world) avaxTo(to ids.ShortID) []*avax.TransferableOutput {
	owners := secp256k1fx.OutputOwners{Threshold: 1, Addrs: []ids.ShortID{to}}
	return []*avax.TransferableOutput{{
		Asset: avax.Asset{ID: w.assets},
		Out:   &secp256k1fx.TransferOutput{Amt: units.Avax, OutputOwners: owners},
	}}
}

func (w *world) owns(who ids.ShortID, amount uint64) error {
	got, err := w.client.GetBalance(w.ctx, []ids.ShortID{who})
	return is(err, uint64(got.Balance) == amount, "balance", got.Balance)
}

func (w *world) chainID(alias string) (ids.ID, error) {
	return info.NewClient(local.URI()).GetBlockchainID(w.ctx, alias)
}

// walletWithAtomic also has what another chain has exported: primary.MakePWallet asks for the P-chain's own UTXOs alone.
func (w *world) walletWithAtomic(chainID ids.ID) (wallet.Wallet, error) {
	keychain := secp256k1fx.NewKeychain(local.Key)
	client, builderContext, utxos, err := primary.FetchPState(w.ctx, local.URI(), keychain.Addresses())
	if err != nil {
		return nil, err
	}
	addresses := keychain.Addresses().List()
	err = primary.AddAllUTXOs(w.ctx, utxos, client, txs.Codec, chainID, constants.PlatformChainID, addresses)
	if err != nil {
		return nil, err
	}
	backend := wallet.NewBackend(builderContext, common.NewChainUTXOs(constants.PlatformChainID, utxos), nil)
	return wallet.New(
		p.NewClient(client, backend),
		builder.New(keychain.Addresses(), builderContext, backend),
		signer.New(keychain, backend),
	), nil
}
