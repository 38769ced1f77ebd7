// New UTXOs: the balance grows at once, the supply does not.
//! node own
>> {"jsonrpc":"2.0","id":1,"method":"platform.getCurrentSupply","params":{}}
<< {"jsonrpc":"2.0","result":{"supply":"361196333750752149","height":"0"},"id":1}
>> {"jsonrpc":"2.0","id":1,"method":"platform.getBalance","params":{"addresses":["P-local1zyg3zyg3zyg3zyg3zyg3zyg3zyg3zyg3dv8dg6"]}}
<< {"jsonrpc":"2.0","result":{"balance":"0","unlocked":"0","lockedStakeable":"0","lockedNotStakeable":"0","balances":{},"unlockeds":{},"lockedStakeables":{},"lockedNotStakeables":{},"utxoIDs":[]},"id":1}
>> {"jsonrpc":"2.0","id":1,"method":"dev.fund","params":{"address":"P-local1zyg3zyg3zyg3zyg3zyg3zyg3zyg3zyg3dv8dg6","amount":5}}
<< {"jsonrpc":"2.0","result":{"utxoID":"4jNPnXR9X328xU2LccUh4tYrzXc6DHhraPUokYfqBLSYrMdBw","txID":"21xQHX7GMvsa1CdjirYqZM3ZXUc8srXEmdRqscbqNsd71SE2Wj","outputIndex":0},"id":1}
>> {"jsonrpc":"2.0","id":1,"method":"dev.fund","params":{"address":"P-local1zyg3zyg3zyg3zyg3zyg3zyg3zyg3zyg3dv8dg6","amount":"6000000000"}}
<< {"jsonrpc":"2.0","result":{"utxoID":"23NNfvP5tFRocuACsa4G1MXeUJGuk8U4yX8qfbPm1sjk6rebdX","txID":"2K2jVgoCAMc8VWT73yZ9NbVuRifDY3qBK7yuWnFXECu1sYYwwd","outputIndex":0},"id":1}
>> {"jsonrpc":"2.0","id":1,"method":"platform.getBalance","params":{"addresses":["P-local1zyg3zyg3zyg3zyg3zyg3zyg3zyg3zyg3dv8dg6"]}}
<< {"jsonrpc":"2.0","result":{"balance":"6000000005","unlocked":"6000000005","lockedStakeable":"0","lockedNotStakeable":"0","balances":{"2fombhL7aGPwj3KH4bfrmJwW6PVnMobf9Y2fn9GwxiAAJyFDbe":"6000000005"},"unlockeds":{"2fombhL7aGPwj3KH4bfrmJwW6PVnMobf9Y2fn9GwxiAAJyFDbe":"6000000005"},"lockedStakeables":{},"lockedNotStakeables":{},"utxoIDs":[{"txID":"21xQHX7GMvsa1CdjirYqZM3ZXUc8srXEmdRqscbqNsd71SE2Wj","outputIndex":0},{"txID":"2K2jVgoCAMc8VWT73yZ9NbVuRifDY3qBK7yuWnFXECu1sYYwwd","outputIndex":0}]},"id":1}
>> {"jsonrpc":"2.0","id":1,"method":"platform.getCurrentSupply","params":{}}
<< {"jsonrpc":"2.0","result":{"supply":"361196333750752149","height":"0"},"id":1}
>> {"jsonrpc":"2.0","id":1,"method":"dev.fund","params":{"address":"P-local1zyg3zyg3zyg3zyg3zyg3zyg3zyg3zyg3dv8dg6","amount":"18446744073709551615"}}
<< {"jsonrpc":"2.0","result":{"utxoID":"2ZWzAVCdDw8LcmUcEapZ4XuHBLn8R7EDZHRptW6cTpS13xp2HF","txID":"28cKmh7c16nSEoTyS4KtkL9CkKNbbBpYQ1L836tL8KsGTg2z9m","outputIndex":0},"id":1}
>> {"jsonrpc":"2.0","id":1,"method":"platform.getBalance","params":{"addresses":["P-local1zyg3zyg3zyg3zyg3zyg3zyg3zyg3zyg3dv8dg6"]}}
<< {"jsonrpc":"2.0","result":{"balance":"18446744073709551615","unlocked":"18446744073709551615","lockedStakeable":"0","lockedNotStakeable":"0","balances":{"2fombhL7aGPwj3KH4bfrmJwW6PVnMobf9Y2fn9GwxiAAJyFDbe":"18446744073709551615"},"unlockeds":{"2fombhL7aGPwj3KH4bfrmJwW6PVnMobf9Y2fn9GwxiAAJyFDbe":"18446744073709551615"},"lockedStakeables":{},"lockedNotStakeables":{},"utxoIDs":[{"txID":"21xQHX7GMvsa1CdjirYqZM3ZXUc8srXEmdRqscbqNsd71SE2Wj","outputIndex":0},{"txID":"2K2jVgoCAMc8VWT73yZ9NbVuRifDY3qBK7yuWnFXECu1sYYwwd","outputIndex":0},{"txID":"28cKmh7c16nSEoTyS4KtkL9CkKNbbBpYQ1L836tL8KsGTg2z9m","outputIndex":0}]},"id":1}
>> {"jsonrpc":"2.0","id":1,"method":"dev.fund","params":{"address":"P-local1zyg3zyg3zyg3zyg3zyg3zyg3zyg3zyg3dv8dg6","amount":0}}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params","data":{"field":"amount","expected":"an integer from 1 to 18446744073709551615, as a number or decimal text","got":"0"}},"id":1}
>> {"jsonrpc":"2.0","id":1,"method":"dev.fund","params":{"address":"X-local1","amount":1}}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params","data":{"field":"address","expected":"a P-chain address of this network, which begins with P-local1: invalid bech32 string length 6","got":"\"X-local1\""}},"id":1}
