// A transaction with a signature of zeros is refused, then taken while its owner is impersonated, then refused again.
//! node own
>> {"jsonrpc":"2.0","id":1,"method":"platform.issueTx","params":{"tx":"0x00000000001000003039000000000000000000000000000000000000000000000000000000000000000000000001dbcf890f77f49b96857648b72b77f9f82937f28a68704af05da0dc12ba53f2db0000000700470de4df807960000000000000000000000001000000013cb7d3842e8cee6a0ebd09f1fe884f6861e1b29c00000001000000000000000000000000000000000000000000000000000000000000000000000000dbcf890f77f49b96857648b72b77f9f82937f28a68704af05da0dc12ba53f2db0000000500470de4df8200000000000100000000000000000000000b000000000000000000000001000000013cb7d3842e8cee6a0ebd09f1fe884f6861e1b29c00000001000000090000000100000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000003d9e2d0c"}}
<< {"jsonrpc":"2.0","error":{"code":-32000,"message":"couldn't issue tx: failed verification: failed execution: standard tx 2RYaRmVL4KactsnMejbqHjog7wjgKiNUxyp4dc77acdh5PzsmN failed execution: failed to verify transfer: invalid signature"},"id":1}
>> {"jsonrpc":"2.0","id":1,"method":"dev.impersonate","params":{"addresses":["P-local1g65uqn6t77p656w64023nh8nd9updzmxyymev2","P-local18jma8ppw3nhx5r4ap8clazz0dps7rv5u00z96u","P-local18jma8ppw3nhx5r4ap8clazz0dps7rv5u00z96u"]}}
<< {"jsonrpc":"2.0","result":{"addresses":["P-local1g65uqn6t77p656w64023nh8nd9updzmxyymev2","P-local18jma8ppw3nhx5r4ap8clazz0dps7rv5u00z96u"]},"id":1}
>> {"jsonrpc":"2.0","id":1,"method":"dev.dropTransaction","params":{"txID":"u2SKDb32m9Qv5bopwB34UosfNqcRtNEKrRusNeVnXMCiSbi3Z"}}
<< {"jsonrpc":"2.0","error":{"code":-32000,"message":"tx u2SKDb32m9Qv5bopwB34UosfNqcRtNEKrRusNeVnXMCiSbi3Z does not wait in the mempool"},"id":1}
>> {"jsonrpc":"2.0","id":1,"method":"dev.impersonate","params":{"addresses":["P-local18jma8ppw3nhx5r4ap8clazz0dps7rv5u00z96u"],"enabled":false}}
<< {"jsonrpc":"2.0","result":{"addresses":["P-local1g65uqn6t77p656w64023nh8nd9updzmxyymev2"]},"id":1}
>> {"jsonrpc":"2.0","id":1,"method":"dev.impersonate","params":{"addresses":[]}}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params","data":{"field":"addresses","expected":"a list of at most 1024, each item text that is not empty","got":"a list of 0"}},"id":1}
>> {"jsonrpc":"2.0","id":1,"method":"dev.impersonate","params":{"addresses":["P-local1x"]}}
<< {"jsonrpc":"2.0","error":{"code":-32000,"message":"couldn't parse address \"P-local1x\": invalid bech32 string length 7"},"id":1}
