// A block with the waiting transactions, and an empty one, which moves the time of the chain, if nothing waits.
//! node own
>> {"jsonrpc":"2.0","id":1,"method":"platform.issueTx","params":{"tx":"0x00000000001000003039000000000000000000000000000000000000000000000000000000000000000000000001dbcf890f77f49b96857648b72b77f9f82937f28a68704af05da0dc12ba53f2db0000000700470de4df807960000000000000000000000001000000013cb7d3842e8cee6a0ebd09f1fe884f6861e1b29c00000001000000000000000000000000000000000000000000000000000000000000000000000000dbcf890f77f49b96857648b72b77f9f82937f28a68704af05da0dc12ba53f2db0000000500470de4df8200000000000100000000000000000000000b000000000000000000000001000000013cb7d3842e8cee6a0ebd09f1fe884f6861e1b29c00000001000000090000000100d2735fa7b2dbb9efeae72ba6bdb3d3bbdef982ca90b19c33abfa62de6a9dd6496657253b2e902e711adc640840e7f9f65de5b33cd7ce6b9edf1ba4b02e0c1b002edb7370"}}
<< {"jsonrpc":"2.0","result":{"txID":"u2SKDb32m9Qv5bopwB34UosfNqcRtNEKrRusNeVnXMCiSbi3Z"},"id":1}
>> {"jsonrpc":"2.0","id":1,"method":"dev.buildBlock","params":{}}
<< {"jsonrpc":"2.0","result":{"blocks":[{"blockID":"25YVD6YLtVsAv9Swf6HHAHHABGxpp7rttdPKvndGpUQU2zZR6g","height":"1"}]},"id":1}
>> {"jsonrpc":"2.0","id":1,"method":"platform.getTxStatus","params":{"txID":"u2SKDb32m9Qv5bopwB34UosfNqcRtNEKrRusNeVnXMCiSbi3Z"}}
<< {"jsonrpc":"2.0","result":{"status":"Committed","height":"1","time":"1795219200","blockID":"25YVD6YLtVsAv9Swf6HHAHHABGxpp7rttdPKvndGpUQU2zZR6g"},"id":1}
>> {"jsonrpc":"2.0","id":1,"method":"dev.buildBlock","params":{}}
<< {"jsonrpc":"2.0","result":{"blocks":[{"blockID":"2pcdipZafAiWy4rCwkhHjzDEcfEKNPqAv8Kkzk5EAPQVimWqt4","height":"2"}]},"id":1}
