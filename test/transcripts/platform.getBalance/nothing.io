// Addresses that own nothing, and none at all. [spec: 4.3.getBalance]
>> {"jsonrpc":"2.0","id":1,"method":"platform.getBalance","params":{"addresses":["P-local1qurswpc8qurswpc8qurswpc8qurswpc8lzh465"]}}
<< {"jsonrpc":"2.0","result":{"balance":"0","unlocked":"0","lockedStakeable":"0","lockedNotStakeable":"0","balances":{},"unlockeds":{},"lockedStakeables":{},"lockedNotStakeables":{},"utxoIDs":[]},"id":1}
>> {"jsonrpc":"2.0","id":1,"method":"platform.getBalance","params":{"addresses":[]}}
<< {"jsonrpc":"2.0","result":{"balance":"0","unlocked":"0","lockedStakeable":"0","lockedNotStakeable":"0","balances":{},"unlockeds":{},"lockedStakeables":{},"lockedNotStakeables":{},"utxoIDs":[]},"id":1}
