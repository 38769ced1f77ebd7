// Blocks of the P-chain, and of no other chain, as they are accepted; the vertices do not grow. [spec: 4.5.P.block] [spec: 4.5.X.vtx] [spec: 9.vertex-index] [spec: 4.5.enabled] [spec: 2.2.flag.index-enabled]
//! node own
//! block-production auto
//! index-enabled true
>> {"jsonrpc":"2.0","id":1,"method":"index.getLastAccepted"}
<< {"jsonrpc":"2.0","error":{"code":-32000,"message":"no containers have been accepted"},"id":1}
>> {"jsonrpc":"2.0","id":1,"method":"platform.issueTx","params":{"tx":"0x00000000002200003039000000000000000000000000000000000000000000000000000000000000000000000001dbcf890f77f49b96857648b72b77f9f82937f28a68704af05da0dc12ba53f2db00000007002386f26fbf7960000000000000000000000001000000013cb7d3842e8cee6a0ebd09f1fe884f6861e1b29c00000001000000000000000000000000000000000000000000000000000000000000000000000001dbcf890f77f49b96857648b72b77f9f82937f28a68704af05da0dc12ba53f2db00000005002386f26fc100000000000100000000000000000000000100000009000000010d14a8d0d58e0175d86a967afe74c6d609ea7dd1fb35982036a0980380e7173d69c12700718c4855045de8573c459484084b83ea24d87c6d279db6d1f3fbcff8016f2af709"}}
<< {"jsonrpc":"2.0","result":{"txID":"2tMALSUd1h9qvdpNe6QRbJUyM59Yp4zxJBva4PphtW569r1RoM"},"id":1}
>> {"jsonrpc":"2.0","id":1,"method":"index.getLastAccepted"}
<< {"jsonrpc":"2.0","result":{"id":"<string>","bytes":"<string>","timestamp":"2026-11-21T00:00:00Z","encoding":"hex","index":"0"},"id":1}
>> {"jsonrpc":"2.0","id":1,"method":"platform.issueTx","params":{"tx":"0x00000000001000003039000000000000000000000000000000000000000000000000000000000000000000000001dbcf890f77f49b96857648b72b77f9f82937f28a68704af05da0dc12ba53f2db0000000700470de4df807960000000000000000000000001000000013cb7d3842e8cee6a0ebd09f1fe884f6861e1b29c00000001000000000000000000000000000000000000000000000000000000000000000000000000dbcf890f77f49b96857648b72b77f9f82937f28a68704af05da0dc12ba53f2db0000000500470de4df8200000000000100000000000000000000000b000000000000000000000001000000013cb7d3842e8cee6a0ebd09f1fe884f6861e1b29c00000001000000090000000100d2735fa7b2dbb9efeae72ba6bdb3d3bbdef982ca90b19c33abfa62de6a9dd6496657253b2e902e711adc640840e7f9f65de5b33cd7ce6b9edf1ba4b02e0c1b002edb7370"}}
<< {"jsonrpc":"2.0","result":{"txID":"u2SKDb32m9Qv5bopwB34UosfNqcRtNEKrRusNeVnXMCiSbi3Z"},"id":1}
>> {"jsonrpc":"2.0","id":1,"method":"index.getLastAccepted"}
<< {"jsonrpc":"2.0","result":{"id":"<string>","bytes":"<string>","timestamp":"2026-11-21T00:00:00Z","encoding":"hex","index":"1"},"id":1}
>> POST /ext/index/X/vtx {"jsonrpc":"2.0","id":1,"method":"index.getLastAccepted","params":{}}
<< {"jsonrpc":"2.0","error":{"code":-32000,"message":"no containers have been accepted"},"id":1}
>> POST /ext/index/X/tx {"jsonrpc":"2.0","id":1,"method":"index.getLastAccepted","params":{}}
<< {"jsonrpc":"2.0","error":{"code":-32000,"message":"no containers have been accepted"},"id":1}
>> POST /ext/index/X/block {"jsonrpc":"2.0","id":1,"method":"index.getLastAccepted","params":{}}
<< {"jsonrpc":"2.0","error":{"code":-32000,"message":"no containers have been accepted"},"id":1}
>> POST /ext/index/C/block {"jsonrpc":"2.0","id":1,"method":"index.getLastAccepted","params":{}}
<< {"jsonrpc":"2.0","error":{"code":-32000,"message":"no containers have been accepted"},"id":1}
