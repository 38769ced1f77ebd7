// The rules of v1.12.1 end with Etna.
//! api-profile avalanchego-1.12
>> {"jsonrpc":"2.0","id":1,"method":"dev.nodeInfo"}
<< {"jsonrpc":"2.0","result":{"version":"couloir/0.1.0","nodeID":"NodeID-7Xhw2mDxuDS44j42TCB6U5579esbSt3Lg","mode":"dev","networkID":12345,"hardfork":"etna","height":"0","lastAcceptedID":"2kdALCW3F7vR7MkpYLC4m7yhyByiSTT3g5AzYcZGWhiRnq7YYr","chainTime":"1791000000","clock":{"timestamp":"1795219200","frozen":true},"blockProduction":{"mode":"manual","intervalMs":0},"mempoolSize":0,"snapshots":[],"impersonated":[],"simulated":["consensus","peers","uptimes","bootstrapping","xChain","cChain","atomicUTXOs"]},"id":1}
