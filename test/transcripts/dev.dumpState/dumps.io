// A dump restores the whole state, including waiting transactions, on a chain that has continued.
//! node own
>> {"jsonrpc":"2.0","id":1,"method":"dev.fund","params":{"address":"P-local18jma8ppw3nhx5r4ap8clazz0dps7rv5u00z96u","amount":7}}
<< {"jsonrpc":"2.0","result":{"utxoID":"4jNPnXR9X328xU2LccUh4tYrzXc6DHhraPUokYfqBLSYrMdBw","txID":"21xQHX7GMvsa1CdjirYqZM3ZXUc8srXEmdRqscbqNsd71SE2Wj","outputIndex":0},"id":1}
>> {"jsonrpc":"2.0","id":1,"method":"platform.issueTx","params":{"tx":"0x00000000001000003039000000000000000000000000000000000000000000000000000000000000000000000001dbcf890f77f49b96857648b72b77f9f82937f28a68704af05da0dc12ba53f2db0000000700470de4df807960000000000000000000000001000000013cb7d3842e8cee6a0ebd09f1fe884f6861e1b29c00000001000000000000000000000000000000000000000000000000000000000000000000000000dbcf890f77f49b96857648b72b77f9f82937f28a68704af05da0dc12ba53f2db0000000500470de4df8200000000000100000000000000000000000b000000000000000000000001000000013cb7d3842e8cee6a0ebd09f1fe884f6861e1b29c00000001000000090000000100d2735fa7b2dbb9efeae72ba6bdb3d3bbdef982ca90b19c33abfa62de6a9dd6496657253b2e902e711adc640840e7f9f65de5b33cd7ce6b9edf1ba4b02e0c1b002edb7370"}}
<< {"jsonrpc":"2.0","result":{"txID":"u2SKDb32m9Qv5bopwB34UosfNqcRtNEKrRusNeVnXMCiSbi3Z"},"id":1}
>> {"jsonrpc":"2.0","id":1,"method":"dev.nodeInfo","params":{"digest":true}}
<< {"jsonrpc":"2.0","result":{"version":"couloir/0.1.0","nodeID":"NodeID-7Xhw2mDxuDS44j42TCB6U5579esbSt3Lg","mode":"dev","networkID":12345,"hardfork":"etna","height":"0","lastAcceptedID":"2kdALCW3F7vR7MkpYLC4m7yhyByiSTT3g5AzYcZGWhiRnq7YYr","chainTime":"1791000000","clock":{"timestamp":"1795219200","frozen":true},"blockProduction":{"mode":"manual","intervalMs":0},"mempoolSize":1,"snapshots":[],"impersonated":[],"simulated":["consensus","peers","uptimes","bootstrapping","xChain","cChain","atomicUTXOs"],"digest":"0x621d296db9f749d0c1a32e2dc5c2fd1342dff8105e7ebce6a9d34f8a34162226"},"id":1}
>> {"jsonrpc":"2.0","id":1,"method":"dev.dumpState","params":{}}
<< {"jsonrpc":"2.0","result":{"state":"<capture dump>","height":"0","byteCount":"<number>"},"id":1}
>> {"jsonrpc":"2.0","id":1,"method":"dev.buildBlock","params":{}}
<< {"jsonrpc":"2.0","result":{"blocks":[{"blockID":"25YVD6YLtVsAv9Swf6HHAHHABGxpp7rttdPKvndGpUQU2zZR6g","height":"1"}]},"id":1}
>> {"jsonrpc":"2.0","id":1,"method":"dev.loadState","params":{"state":"{{dump}}"}}
<< {"jsonrpc":"2.0","result":{"height":"0","timestamp":"1795219200"},"id":1}
>> {"jsonrpc":"2.0","id":1,"method":"dev.nodeInfo","params":{"digest":true}}
<< {"jsonrpc":"2.0","result":{"version":"couloir/0.1.0","nodeID":"NodeID-7Xhw2mDxuDS44j42TCB6U5579esbSt3Lg","mode":"dev","networkID":12345,"hardfork":"etna","height":"0","lastAcceptedID":"2kdALCW3F7vR7MkpYLC4m7yhyByiSTT3g5AzYcZGWhiRnq7YYr","chainTime":"1791000000","clock":{"timestamp":"1795219200","frozen":true},"blockProduction":{"mode":"manual","intervalMs":0},"mempoolSize":1,"snapshots":[],"impersonated":[],"simulated":["consensus","peers","uptimes","bootstrapping","xChain","cChain","atomicUTXOs"],"digest":"0x621d296db9f749d0c1a32e2dc5c2fd1342dff8105e7ebce6a9d34f8a34162226"},"id":1}
>> {"jsonrpc":"2.0","id":1,"method":"dev.buildBlock","params":{}}
<< {"jsonrpc":"2.0","result":{"blocks":[{"blockID":"25YVD6YLtVsAv9Swf6HHAHHABGxpp7rttdPKvndGpUQU2zZR6g","height":"1"}]},"id":1}
