// Also restores funds, impersonation, uptimes and shared memory: the state's digest is the same as before.
//! node own
>> {"jsonrpc":"2.0","id":1,"method":"dev.nodeInfo","params":{"digest":true}}
<< {"jsonrpc":"2.0","result":{"version":"couloir/0.1.0","nodeID":"NodeID-7Xhw2mDxuDS44j42TCB6U5579esbSt3Lg","mode":"dev","networkID":12345,"hardfork":"etna","height":"0","lastAcceptedID":"2kdALCW3F7vR7MkpYLC4m7yhyByiSTT3g5AzYcZGWhiRnq7YYr","chainTime":"1791000000","clock":{"timestamp":"1795219200","frozen":true},"blockProduction":{"mode":"manual","intervalMs":0},"mempoolSize":0,"snapshots":[],"impersonated":[],"simulated":["consensus","peers","uptimes","bootstrapping","xChain","cChain","atomicUTXOs"],"digest":"0xde618a2dd9ce113e4d83d450a69e6169d08daba9c120049e117466b3d0d23a47"},"id":1}
>> {"jsonrpc":"2.0","id":1,"method":"dev.snapshot","params":{}}
<< {"jsonrpc":"2.0","result":{"snapshotID":"<capture first>","height":"0"},"id":1}
>> {"jsonrpc":"2.0","id":1,"method":"dev.fund","params":{"address":"P-local18jma8ppw3nhx5r4ap8clazz0dps7rv5u00z96u","amount":1}}
<< {"jsonrpc":"2.0","result":{"utxoID":"4jNPnXR9X328xU2LccUh4tYrzXc6DHhraPUokYfqBLSYrMdBw","txID":"21xQHX7GMvsa1CdjirYqZM3ZXUc8srXEmdRqscbqNsd71SE2Wj","outputIndex":0},"id":1}
>> {"jsonrpc":"2.0","id":1,"method":"dev.impersonate","params":{"addresses":["P-local18jma8ppw3nhx5r4ap8clazz0dps7rv5u00z96u"]}}
<< {"jsonrpc":"2.0","result":{"addresses":["P-local18jma8ppw3nhx5r4ap8clazz0dps7rv5u00z96u"]},"id":1}
>> {"jsonrpc":"2.0","id":1,"method":"dev.setValidatorUptime","params":{"nodeID":"NodeID-MFrZFVCXPv5iCn6M9K6XduxGTYp891xXZ","percentage":0}}
<< {"jsonrpc":"2.0","result":{},"id":1}
>> {"jsonrpc":"2.0","id":1,"method":"dev.addAtomicUTXO","params":{"utxo":"0x0000a90edeb23f05b34d70a7cb88706e70969fc24bf28ba1a2c29d2dfaa9efc7469d000000000687c9bf02987fae6a53f72216e2cdf6f60b42113ef35c27d9cc6f122eff45ce00000007000000003f0c015100000000000000000000000100000001adae8ba7cf974329f3e42f9dde11ccc33b92964e","sourceChain":"X"}}
<< {"jsonrpc":"2.0","result":{"utxoID":"21vGfcQ7zrijarFRq3dRc9SYBDF1Ett6JGgBZmXVX2AxrQzS7w"},"id":1}
>> {"jsonrpc":"2.0","id":1,"method":"keystore.createUser","params":{"username":"ann","password":"Vine7-Coast-Ember"}}
<< {"jsonrpc":"2.0","result":{},"id":1}
>> {"jsonrpc":"2.0","id":1,"method":"dev.revert","params":{"snapshotID":"{{first}}"}}
<< {"jsonrpc":"2.0","result":{"height":"0","timestamp":"1795219200"},"id":1}
>> {"jsonrpc":"2.0","id":1,"method":"dev.nodeInfo","params":{"digest":true}}
<< {"jsonrpc":"2.0","result":{"version":"couloir/0.1.0","nodeID":"NodeID-7Xhw2mDxuDS44j42TCB6U5579esbSt3Lg","mode":"dev","networkID":12345,"hardfork":"etna","height":"0","lastAcceptedID":"2kdALCW3F7vR7MkpYLC4m7yhyByiSTT3g5AzYcZGWhiRnq7YYr","chainTime":"1791000000","clock":{"timestamp":"1795219200","frozen":true},"blockProduction":{"mode":"manual","intervalMs":0},"mempoolSize":0,"snapshots":[],"impersonated":[],"simulated":["consensus","peers","uptimes","bootstrapping","xChain","cChain","atomicUTXOs"],"digest":"0xde618a2dd9ce113e4d83d450a69e6169d08daba9c120049e117466b3d0d23a47"},"id":1}
>> {"jsonrpc":"2.0","id":1,"method":"keystore.listUsers","params":{}}
<< {"jsonrpc":"2.0","result":{"users":[]},"id":1}
