package clients

import (
	"context"
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/ava-labs/avalanchego/api"
	"github.com/ava-labs/avalanchego/ids"
	"github.com/ava-labs/avalanchego/utils/constants"
	"github.com/ava-labs/avalanchego/utils/formatting"
	"github.com/ava-labs/avalanchego/utils/units"
	"github.com/ava-labs/avalanchego/vms/components/avax"
	"github.com/ava-labs/avalanchego/vms/platformvm"
	platformapi "github.com/ava-labs/avalanchego/vms/platformvm/api"
	"github.com/ava-labs/avalanchego/vms/platformvm/block"
	"github.com/ava-labs/avalanchego/vms/platformvm/status"
	"github.com/ava-labs/avalanchego/vms/platformvm/txs"

	"couloir/test/dropin/avalanchego/every"
	"couloir/test/dropin/avalanchego/local"
)

var (
	user = api.UserPass{Username: "holder", Password: "vxHZ-bGwQ4.PzkHnaTvGfEa7Bq!"}
	own  = []ids.ShortID{local.Key.Address()}
)

func TestPlatform(t *testing.T) {
	s := setScene(t)
	ctx := context.Background()
	client := platformvm.NewClient(local.URI())
	every.Method[platformvm.Client](t, merged(
		s.funds(ctx, client),
		s.subnets(ctx, client),
		s.stakers(ctx, client),
		s.chain(ctx, client),
	), unreadable["platform"])
}

func (s *scene) funds(ctx context.Context, client platformvm.Client) map[string]every.Check {
	avaxID := s.wallet.Builder().Context().AVAXAssetID
	return map[string]every.Check{
		"ExportKey": func() error {
			got, err := client.ExportKey(ctx, user, local.Key.Address())
			return same(err, got.Bytes(), local.Key.Bytes())
		},
		"ListAddresses": func() error {
			got, err := client.ListAddresses(ctx, user)
			return same(err, got, own)
		},
		"GetBalance": func() error {
			got, err := client.GetBalance(ctx, own)
			if err != nil {
				return err
			}
			sum, err := sumOf(client.GetUTXOs(ctx, own, 0, ids.ShortEmpty, ids.Empty))
			return same(err, uint64(got.Balances[avaxID]), sum)
		},
		"GetUTXOs": func() error {
			sum, err := sumOf(client.GetUTXOs(ctx, own, 0, ids.ShortEmpty, ids.Empty))
			return holds(err, sum > units.MegaAvax, sum)
		},
		"GetAtomicUTXOs": func() error {
			sum, err := sumOf(client.GetAtomicUTXOs(ctx, own, "X", 0, ids.ShortEmpty, ids.Empty))
			return same(err, sum, 7)
		},
		"GetStake": func() error {
			amounts, outputs, err := client.GetStake(ctx, own, false)
			if err := same(err, amounts, map[ids.ID]uint64{avaxID: local.ValidatorStake + local.DelegatorStake}); err != nil {
				return err
			}
			for _, bytes := range outputs {
				var output avax.TransferableOutput
				if _, err := txs.Codec.Unmarshal(bytes, &output); err != nil {
					return err
				}
			}
			return same(nil, len(outputs), 2)
		},
		"GetRewardUTXOs": func() error {
			args := &api.GetTxArgs{TxID: s.rewarded.ID(), Encoding: formatting.Hex}
			utxos, err := client.GetRewardUTXOs(ctx, args)
			if err != nil {
				return err
			}
			sum, err := sumOf(utxos, ids.ShortEmpty, ids.Empty, nil)
			return holds(err, sum > 0, sum)
		},
		"GetStakingAssetID": func() error {
			got, err := client.GetStakingAssetID(ctx, constants.PrimaryNetworkID)
			return same(err, got, avaxID)
		},
		"GetCurrentSupply": func() error {
			supply, _, err := client.GetCurrentSupply(ctx, constants.PrimaryNetworkID)
			return holds(err, supply > 360*units.MegaAvax && supply < 720*units.MegaAvax, supply)
		},
	}
}

func (s *scene) subnets(ctx context.Context, client platformvm.Client) map[string]every.Check {
	return map[string]every.Check{
		"GetSubnet": func() error {
			got, err := client.GetSubnet(ctx, s.l1.SubnetID)
			if err := holds(err, got.ConversionID != ids.Empty, got); err != nil {
				return err
			}
			got.ConversionID = ids.Empty
			return same(nil, got, platformvm.GetSubnetClientResponse{
				ControlKeys:    own,
				Threshold:      1,
				ManagerChainID: s.l1.ChainID,
				ManagerAddress: s.l1.Manager,
			})
		},
		"GetSubnets": func() error {
			got, err := client.GetSubnets(ctx, []ids.ID{s.l1.SubnetID})
			return same(err, got, []platformvm.ClientSubnet{{ID: s.l1.SubnetID, ControlKeys: own, Threshold: 1}})
		},
		"GetBlockchains": func() error {
			got, err := client.GetBlockchains(ctx)
			want := platformvm.APIBlockchain{
				ID:       s.l1.ChainID,
				Name:     "dropin",
				SubnetID: s.l1.SubnetID,
				VMID:     constants.SubnetEVMID,
			}
			return holds(err, slices.Contains(got, want), got)
		},
		"GetBlockchainStatus": func() error {
			got, err := client.GetBlockchainStatus(ctx, s.l1.ChainID.String())
			return same(err, got, status.Created)
		},
		"ValidatedBy": func() error {
			got, err := client.ValidatedBy(ctx, s.l1.ChainID)
			return same(err, got, s.l1.SubnetID)
		},
		"Validates": func() error {
			got, err := client.Validates(ctx, s.l1.SubnetID)
			return same(err, got, []ids.ID{s.l1.ChainID})
		},
		"GetL1Validator": func() error {
			got, _, err := client.GetL1Validator(ctx, s.l1.ValidationID())
			if err := holds(err, got.Balance > 9*units.Avax && got.StartTime > 0, got); err != nil {
				return err
			}
			got.Balance, got.StartTime = 0, 0
			return same(nil, got, platformvm.L1Validator{
				SubnetID:              s.l1.SubnetID,
				NodeID:                s.l1.NodeID,
				PublicKey:             s.l1.PublicKey(),
				RemainingBalanceOwner: local.Owner(),
				DeactivationOwner:     local.Owner(),
				Weight:                local.Weight,
			})
		},
	}
}

func (s *scene) stakers(ctx context.Context, client platformvm.Client) map[string]every.Check {
	return map[string]every.Check{
		"GetCurrentValidators": func() error {
			all, err := client.GetCurrentValidators(ctx, constants.PrimaryNetworkID, nil)
			if err := same(err, len(all), 6); err != nil {
				return err
			}
			got, err := client.GetCurrentValidators(ctx, constants.PrimaryNetworkID, []ids.NodeID{s.validatorID})
			if err := same(err, len(got), 1); err != nil {
				return err
			}
			if err := same(got[0].Signer.Verify(), got[0].TxID, s.validator.ID()); err != nil {
				return err
			}
			if err := same(nil, got[0].DelegationFee, 2); err != nil {
				return err
			}
			if err := same(nil, len(got[0].Delegators), 1); err != nil {
				return err
			}
			return same(nil, got[0].Delegators[0].TxID, s.delegator.ID())
		},
		"GetValidatorsAt": func() error {
			height, err := client.GetHeight(ctx)
			if err != nil {
				return err
			}
			got, err := client.GetValidatorsAt(ctx, s.l1.SubnetID, platformapi.Height(height))
			if err := same(err, len(got), 1); err != nil {
				return err
			}
			validator := got[s.l1.NodeID]
			if err := same(nil, validator.Weight, local.Weight); err != nil {
				return err
			}
			return same(nil, validator.PublicKey, s.l1.PublicKey())
		},
		"SampleValidators": func() error {
			got, err := client.SampleValidators(ctx, constants.PrimaryNetworkID, 6)
			return same(err, len(got), 6)
		},
		"GetMinStake": func() error {
			validator, delegator, err := client.GetMinStake(ctx, constants.PrimaryNetworkID)
			return same(err, []uint64{validator, delegator}, []uint64{local.ValidatorStake, local.DelegatorStake})
		},
		"GetTotalStake": func() error {
			got, err := client.GetTotalStake(ctx, constants.PrimaryNetworkID)
			return holds(err, got > local.ValidatorStake+local.DelegatorStake, got)
		},
	}
}

func (s *scene) chain(ctx context.Context, client platformvm.Client) map[string]every.Check {
	return map[string]every.Check{
		"GetHeight": func() error {
			got, err := client.GetHeight(ctx)
			return holds(err, got >= 7, got)
		},
		"GetProposedHeight": func() error {
			height, err := client.GetHeight(ctx)
			if err != nil {
				return err
			}
			got, err := client.GetProposedHeight(ctx)
			return holds(err, got <= height, got)
		},
		"GetBlock": func() error {
			want, err := firstBlock(ctx)
			if err != nil {
				return err
			}
			got, err := client.GetBlock(ctx, want.ID())
			return same(err, got, want.Bytes())
		},
		"GetBlockByHeight": func() error {
			bytes, err := client.GetBlockByHeight(ctx, 1)
			if err != nil {
				return err
			}
			got, err := block.Parse(block.Codec, bytes)
			if err := same(err, got.Height(), 1); err != nil {
				return err
			}
			return same(nil, got.Txs()[0].ID(), s.l1.SubnetID)
		},
		"GetTx": func() error {
			bytes, err := client.GetTx(ctx, s.validator.ID())
			return same(err, bytes, s.validator.Bytes())
		},
		"GetTxStatus": func() error {
			got, err := client.GetTxStatus(ctx, s.validator.ID())
			return same(err, got.Status, status.Committed)
		},
		"IssueTx": func() error {
			tx, err := s.transfer(ctx)
			if err != nil {
				return err
			}
			got, err := client.IssueTx(ctx, tx.Bytes())
			if err := same(err, got, tx.ID()); err != nil {
				return err
			}
			return platformvm.AwaitTxAccepted(client, ctx, got, 10*time.Millisecond)
		},
		"GetTimestamp": func() error {
			got, err := client.GetTimestamp(ctx)
			return holds(err, got.After(time.Now().Add(period/2)), got)
		},
		"GetFeeConfig": func() error {
			got, err := client.GetFeeConfig(ctx)
			return holds(err, got.MaxCapacity > 0 && got.MinPrice == 1 && !slices.Contains(got.Weights[:], 0), got)
		},
		"GetFeeState": func() error {
			state, price, at, err := client.GetFeeState(ctx)
			return holds(err, state.Capacity > 0 && price >= 1 && !at.IsZero(), fmt.Sprint(state, price, at))
		},
	}
}
