// Profile avalanchego: empty lists are null, and addresses can be omitted.
//! api-profile avalanchego
>> {"jsonrpc":"2.0","id":1,"method":"platform.getBalance","params":{"addresses":["P-local18jma8ppw3nhx5r4ap8clazz0dps7rv5u00z96u"]}}
<< {"jsonrpc":"2.0","result":{"balance":"30000000000000000","unlocked":"30000000000000000","lockedStakeable":"0","lockedNotStakeable":"0","balances":{"2fombhL7aGPwj3KH4bfrmJwW6PVnMobf9Y2fn9GwxiAAJyFDbe":"30000000000000000"},"unlockeds":{"2fombhL7aGPwj3KH4bfrmJwW6PVnMobf9Y2fn9GwxiAAJyFDbe":"30000000000000000"},"lockedStakeables":{},"lockedNotStakeables":{},"utxoIDs":[{"txID":"11111111111111111111111111111111LpoYY","outputIndex":0},{"txID":"11111111111111111111111111111111LpoYY","outputIndex":1}]},"id":1}
>> {"jsonrpc":"2.0","id":1,"method":"platform.getBalance","params":{}}
<< {"jsonrpc":"2.0","result":{"balance":"0","unlocked":"0","lockedStakeable":"0","lockedNotStakeable":"0","balances":{},"unlockeds":{},"lockedStakeables":{},"lockedNotStakeables":{},"utxoIDs":null},"id":1}
