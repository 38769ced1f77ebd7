// Returns to genesis and clears all settings; even this can be reverted.
//! node own
>> {"jsonrpc":"2.0","id":1,"method":"platform.issueTx","params":{"tx":"0x00000000001000003039000000000000000000000000000000000000000000000000000000000000000000000001dbcf890f77f49b96857648b72b77f9f82937f28a68704af05da0dc12ba53f2db0000000700470de4df807960000000000000000000000001000000013cb7d3842e8cee6a0ebd09f1fe884f6861e1b29c00000001000000000000000000000000000000000000000000000000000000000000000000000000dbcf890f77f49b96857648b72b77f9f82937f28a68704af05da0dc12ba53f2db0000000500470de4df8200000000000100000000000000000000000b000000000000000000000001000000013cb7d3842e8cee6a0ebd09f1fe884f6861e1b29c00000001000000090000000100d2735fa7b2dbb9efeae72ba6bdb3d3bbdef982ca90b19c33abfa62de6a9dd6496657253b2e902e711adc640840e7f9f65de5b33cd7ce6b9edf1ba4b02e0c1b002edb7370"}}
<< {"jsonrpc":"2.0","result":{"txID":"u2SKDb32m9Qv5bopwB34UosfNqcRtNEKrRusNeVnXMCiSbi3Z"},"id":1}
>> {"jsonrpc":"2.0","id":1,"method":"dev.buildBlock","params":{}}
<< {"jsonrpc":"2.0","result":{"blocks":[{"blockID":"25YVD6YLtVsAv9Swf6HHAHHABGxpp7rttdPKvndGpUQU2zZR6g","height":"1"}]},"id":1}
>> {"jsonrpc":"2.0","id":1,"method":"dev.impersonate","params":{"addresses":["P-local18jma8ppw3nhx5r4ap8clazz0dps7rv5u00z96u"]}}
<< {"jsonrpc":"2.0","result":{"addresses":["P-local18jma8ppw3nhx5r4ap8clazz0dps7rv5u00z96u"]},"id":1}
>> {"jsonrpc":"2.0","id":1,"method":"dev.setTime","params":{"timestamp":1795219300,"frozen":true}}
<< {"jsonrpc":"2.0","result":{"timestamp":"1795219300","frozen":true},"id":1}
>> {"jsonrpc":"2.0","id":1,"method":"dev.snapshot","params":{}}
<< {"jsonrpc":"2.0","result":{"snapshotID":"<capture first>","height":"1"},"id":1}
>> {"jsonrpc":"2.0","id":1,"method":"dev.reset","params":{}}
<< {"jsonrpc":"2.0","result":{"height":"0","genesisID":"u1NtdJoguoeGEz5ZHqAECaCPvfnqijuwfBdjpomnGge4Je8Lq"},"id":1}
>> {"jsonrpc":"2.0","id":1,"method":"dev.nodeInfo","params":{}}
<< {"jsonrpc":"2.0","result":{"version":"couloir/0.1.0","nodeID":"NodeID-7Xhw2mDxuDS44j42TCB6U5579esbSt3Lg","mode":"dev","networkID":12345,"hardfork":"etna","height":"0","lastAcceptedID":"2kdALCW3F7vR7MkpYLC4m7yhyByiSTT3g5AzYcZGWhiRnq7YYr","chainTime":"1791000000","clock":{"timestamp":"<string>","frozen":false},"blockProduction":{"mode":"manual","intervalMs":0},"mempoolSize":0,"snapshots":["<string>"],"impersonated":[],"simulated":["consensus","peers","uptimes","bootstrapping","xChain","cChain","atomicUTXOs"]},"id":1}
>> {"jsonrpc":"2.0","id":1,"method":"platform.getTxStatus","params":{"txID":"u2SKDb32m9Qv5bopwB34UosfNqcRtNEKrRusNeVnXMCiSbi3Z"}}
<< {"jsonrpc":"2.0","result":{"status":"Unknown"},"id":1}
>> {"jsonrpc":"2.0","id":1,"method":"dev.revert","params":{"snapshotID":"{{first}}"}}
<< {"jsonrpc":"2.0","result":{"height":"1","timestamp":"1795219300"},"id":1}
>> {"jsonrpc":"2.0","id":1,"method":"platform.getHeight","params":{}}
<< {"jsonrpc":"2.0","result":{"height":"1"},"id":1}
