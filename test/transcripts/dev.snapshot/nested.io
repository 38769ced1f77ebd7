// Snapshots nest: what is reverted to brings back chain, mempool and clock, and is used up with those after it.
//! node own
>> {"jsonrpc":"2.0","id":1,"method":"dev.snapshot","params":{}}
<< {"jsonrpc":"2.0","result":{"snapshotID":"<capture first>","height":"0"},"id":1}
>> {"jsonrpc":"2.0","id":1,"method":"platform.issueTx","params":{"tx":"0x00000000001000003039000000000000000000000000000000000000000000000000000000000000000000000001dbcf890f77f49b96857648b72b77f9f82937f28a68704af05da0dc12ba53f2db0000000700470de4df807960000000000000000000000001000000013cb7d3842e8cee6a0ebd09f1fe884f6861e1b29c00000001000000000000000000000000000000000000000000000000000000000000000000000000dbcf890f77f49b96857648b72b77f9f82937f28a68704af05da0dc12ba53f2db0000000500470de4df8200000000000100000000000000000000000b000000000000000000000001000000013cb7d3842e8cee6a0ebd09f1fe884f6861e1b29c00000001000000090000000100d2735fa7b2dbb9efeae72ba6bdb3d3bbdef982ca90b19c33abfa62de6a9dd6496657253b2e902e711adc640840e7f9f65de5b33cd7ce6b9edf1ba4b02e0c1b002edb7370"}}
<< {"jsonrpc":"2.0","result":{"txID":"u2SKDb32m9Qv5bopwB34UosfNqcRtNEKrRusNeVnXMCiSbi3Z"},"id":1}
>> {"jsonrpc":"2.0","id":1,"method":"dev.snapshot","params":{}}
<< {"jsonrpc":"2.0","result":{"snapshotID":"<capture second>","height":"0"},"id":1}
>> {"jsonrpc":"2.0","id":1,"method":"dev.buildBlock","params":{}}
<< {"jsonrpc":"2.0","result":{"blocks":[{"blockID":"25YVD6YLtVsAv9Swf6HHAHHABGxpp7rttdPKvndGpUQU2zZR6g","height":"1"}]},"id":1}
>> {"jsonrpc":"2.0","id":1,"method":"dev.increaseTime","params":{"seconds":60}}
<< {"jsonrpc":"2.0","result":{"timestamp":"1795219260","chainTime":"1795219200","height":"1","blockCount":0},"id":1}
>> {"jsonrpc":"2.0","id":1,"method":"platform.getBlockByHeight","params":{"height":1}}
<< {"jsonrpc":"2.0","result":{"block":"0x000000000020000000006b00df00e6bf9e10d8adfe358b1661e0bfb6a2788e1f555c188988740ed2ffea3be849590000000000000001000000010000001000003039000000000000000000000000000000000000000000000000000000000000000000000001dbcf890f77f49b96857648b72b77f9f82937f28a68704af05da0dc12ba53f2db0000000700470de4df807960000000000000000000000001000000013cb7d3842e8cee6a0ebd09f1fe884f6861e1b29c00000001000000000000000000000000000000000000000000000000000000000000000000000000dbcf890f77f49b96857648b72b77f9f82937f28a68704af05da0dc12ba53f2db0000000500470de4df8200000000000100000000000000000000000b000000000000000000000001000000013cb7d3842e8cee6a0ebd09f1fe884f6861e1b29c00000001000000090000000100d2735fa7b2dbb9efeae72ba6bdb3d3bbdef982ca90b19c33abfa62de6a9dd6496657253b2e902e711adc640840e7f9f65de5b33cd7ce6b9edf1ba4b02e0c1b003f4edc49","encoding":"hex"},"id":1}
>> {"jsonrpc":"2.0","id":1,"method":"index.getLastAccepted","params":{}}
<< {"jsonrpc":"2.0","result":{"id":"x4fPeFFFcf5PB3NnvTBmadqgWHrbxZfcAgSwEq5XWerjRGxfN","bytes":"0x000000000000e6bf9e10d8adfe358b1661e0bfb6a2788e1f555c188988740ed2ffea3be84959000000006b00df000000000000000000000000000000018b000000000020000000006b00df00e6bf9e10d8adfe358b1661e0bfb6a2788e1f555c188988740ed2ffea3be849590000000000000001000000010000001000003039000000000000000000000000000000000000000000000000000000000000000000000001dbcf890f77f49b96857648b72b77f9f82937f28a68704af05da0dc12ba53f2db0000000700470de4df807960000000000000000000000001000000013cb7d3842e8cee6a0ebd09f1fe884f6861e1b29c00000001000000000000000000000000000000000000000000000000000000000000000000000000dbcf890f77f49b96857648b72b77f9f82937f28a68704af05da0dc12ba53f2db0000000500470de4df8200000000000100000000000000000000000b000000000000000000000001000000013cb7d3842e8cee6a0ebd09f1fe884f6861e1b29c00000001000000090000000100d2735fa7b2dbb9efeae72ba6bdb3d3bbdef982ca90b19c33abfa62de6a9dd6496657253b2e902e711adc640840e7f9f65de5b33cd7ce6b9edf1ba4b02e0c1b000000000072432b76","timestamp":"2026-11-21T00:00:00Z","encoding":"hex","index":"0"},"id":1}
>> {"jsonrpc":"2.0","id":1,"method":"dev.revert","params":{"snapshotID":"{{second}}"}}
<< {"jsonrpc":"2.0","result":{"height":"0","timestamp":"1795219200"},"id":1}
>> {"jsonrpc":"2.0","id":1,"method":"platform.getBlockByHeight","params":{"height":1}}
<< {"jsonrpc":"2.0","error":{"code":-32000,"message":"couldn't get block at height 1: not found"},"id":1}
>> {"jsonrpc":"2.0","id":1,"method":"index.getLastAccepted","params":{}}
<< {"jsonrpc":"2.0","error":{"code":-32000,"message":"no containers have been accepted"},"id":1}
>> {"jsonrpc":"2.0","id":1,"method":"platform.getTxStatus","params":{"txID":"u2SKDb32m9Qv5bopwB34UosfNqcRtNEKrRusNeVnXMCiSbi3Z"}}
<< {"jsonrpc":"2.0","result":{"status":"Processing"},"id":1}
>> {"jsonrpc":"2.0","id":1,"method":"dev.buildBlock","params":{}}
<< {"jsonrpc":"2.0","result":{"blocks":[{"blockID":"25YVD6YLtVsAv9Swf6HHAHHABGxpp7rttdPKvndGpUQU2zZR6g","height":"1"}]},"id":1}
>> {"jsonrpc":"2.0","id":1,"method":"dev.revert","params":{"snapshotID":"{{first}}"}}
<< {"jsonrpc":"2.0","result":{"height":"0","timestamp":"1795219200"},"id":1}
>> {"jsonrpc":"2.0","id":1,"method":"platform.getHeight","params":{}}
<< {"jsonrpc":"2.0","result":{"height":"0"},"id":1}
>> {"jsonrpc":"2.0","id":1,"method":"dev.mempool","params":{}}
<< {"jsonrpc":"2.0","result":{"transactions":[]},"id":1}
>> {"jsonrpc":"2.0","id":1,"method":"platform.getTxStatus","params":{"txID":"u2SKDb32m9Qv5bopwB34UosfNqcRtNEKrRusNeVnXMCiSbi3Z"}}
<< {"jsonrpc":"2.0","result":{"status":"Unknown"},"id":1}
>> {"jsonrpc":"2.0","id":1,"method":"dev.revert","params":{"snapshotID":"{{second}}"}}
<< {"jsonrpc":"2.0","error":{"code":-32000,"message":"<matches ^snapshot .[0-9a-f]{8}-2. not found: a revert used it>"},"id":1}
