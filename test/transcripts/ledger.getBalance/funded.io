// What dev.fund adds outside of blocks is there at the tip's height.
//! dev true
//! node own
>> {"jsonrpc":"2.0","id":1,"method":"dev.fund","params":{"address":"P-local1qurswpc8qurswpc8qurswpc8qurswpc8lzh465","amount":"5"}}
<< {"jsonrpc":"2.0","result":{"utxoID":"4jNPnXR9X328xU2LccUh4tYrzXc6DHhraPUokYfqBLSYrMdBw","txID":"21xQHX7GMvsa1CdjirYqZM3ZXUc8srXEmdRqscbqNsd71SE2Wj","outputIndex":0},"id":1}
>> {"jsonrpc":"2.0","id":1,"method":"ledger.getBalance","params":{"addresses":["P-local1qurswpc8qurswpc8qurswpc8qurswpc8lzh465"],"height":"0"}}
<< {"jsonrpc":"2.0","result":{"balance":"5","unlocked":"5","lockedStakeable":"0","lockedNotStakeable":"0","balances":{"2fombhL7aGPwj3KH4bfrmJwW6PVnMobf9Y2fn9GwxiAAJyFDbe":"5"},"unlockeds":{"2fombhL7aGPwj3KH4bfrmJwW6PVnMobf9Y2fn9GwxiAAJyFDbe":"5"},"lockedStakeables":{},"lockedNotStakeables":{},"utxoIDs":[{"txID":"21xQHX7GMvsa1CdjirYqZM3ZXUc8srXEmdRqscbqNsd71SE2Wj","outputIndex":0}],"height":"0","time":"2026-10-03T04:00:00Z","blockID":"2kdALCW3F7vR7MkpYLC4m7yhyByiSTT3g5AzYcZGWhiRnq7YYr"},"id":1}
