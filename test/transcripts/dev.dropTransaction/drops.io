// A waiting transaction is Dropped with the reason given, and refused with it when it is sent again.
//! chain small@0
//! node own
>> {"jsonrpc":"2.0","id":1,"method":"dev.setTime","params":{"timestamp":1704067210,"frozen":true}}
<< {"jsonrpc":"2.0","result":{"timestamp":"1704067210","frozen":true},"id":1}
>> {"jsonrpc":"2.0","id":1,"method":"platform.issueTx","params":{"tx":"0x000000000012000005390000000000000000000000000000000000000000000000000000000000000000000000010687c9bf02987fae6a53f72216e2cdf6f60b42113ef35c27d9cc6f122eff45ce00000007000aa87beddde2fd0000000000000000000000010000000133154733180b0c3b0c6b121ced88a7b13f8d8edd000000010000000000000000000000000000000000000000000000000000000000000000000000090687c9bf02987fae6a53f72216e2cdf6f60b42113ef35c27d9cc6f122eff45ce00000005000aa87bee538000000000010000000000000000740c624a159feadb7c0effcc991fb09b84eac6743022a16a30b608fefb7dd8a8000000010687c9bf02987fae6a53f72216e2cdf6f60b42113ef35c27d9cc6f122eff45ce0000000700000000007588a40000000000000000000000010000000142fbf2ed46df5e4437a85bf7d0d827fb3a9b68df000000010000000900000001bd82ed16907c5ecc5031cf1b99efff88cfc00b7d7f9e8fd5d86a6dd4c28ba11b0b43cdf32daac2fd092ebff7764e6500dc81007347e649ff82d7cbe37fcea73300cd3de872"}}
<< {"jsonrpc":"2.0","result":{"txID":"2m8TJi4wiEeTymbkthuzudTYbyD2y7cWGP6s9uo3HdzXAW6fm1"},"id":1}
>> {"jsonrpc":"2.0","id":1,"method":"platform.getTxStatus","params":{"txID":"2m8TJi4wiEeTymbkthuzudTYbyD2y7cWGP6s9uo3HdzXAW6fm1"}}
<< {"jsonrpc":"2.0","result":{"status":"Processing"},"id":1}
>> {"jsonrpc":"2.0","id":1,"method":"dev.dropTransaction","params":{"txID":"2m8TJi4wiEeTymbkthuzudTYbyD2y7cWGP6s9uo3HdzXAW6fm1","reason":"no longer wanted"}}
<< {"jsonrpc":"2.0","result":{},"id":1}
>> {"jsonrpc":"2.0","id":1,"method":"platform.getTxStatus","params":{"txID":"2m8TJi4wiEeTymbkthuzudTYbyD2y7cWGP6s9uo3HdzXAW6fm1"}}
<< {"jsonrpc":"2.0","result":{"status":"Dropped","reason":"no longer wanted"},"id":1}
>> {"jsonrpc":"2.0","id":1,"method":"platform.issueTx","params":{"tx":"0x000000000012000005390000000000000000000000000000000000000000000000000000000000000000000000010687c9bf02987fae6a53f72216e2cdf6f60b42113ef35c27d9cc6f122eff45ce00000007000aa87beddde2fd0000000000000000000000010000000133154733180b0c3b0c6b121ced88a7b13f8d8edd000000010000000000000000000000000000000000000000000000000000000000000000000000090687c9bf02987fae6a53f72216e2cdf6f60b42113ef35c27d9cc6f122eff45ce00000005000aa87bee538000000000010000000000000000740c624a159feadb7c0effcc991fb09b84eac6743022a16a30b608fefb7dd8a8000000010687c9bf02987fae6a53f72216e2cdf6f60b42113ef35c27d9cc6f122eff45ce0000000700000000007588a40000000000000000000000010000000142fbf2ed46df5e4437a85bf7d0d827fb3a9b68df000000010000000900000001bd82ed16907c5ecc5031cf1b99efff88cfc00b7d7f9e8fd5d86a6dd4c28ba11b0b43cdf32daac2fd092ebff7764e6500dc81007347e649ff82d7cbe37fcea73300cd3de872"}}
<< {"jsonrpc":"2.0","error":{"code":-32000,"message":"couldn't issue tx: no longer wanted"},"id":1}
>> {"jsonrpc":"2.0","id":1,"method":"dev.dropTransaction","params":{"txID":"2m8TJi4wiEeTymbkthuzudTYbyD2y7cWGP6s9uo3HdzXAW6fm1"}}
<< {"jsonrpc":"2.0","error":{"code":-32000,"message":"tx 2m8TJi4wiEeTymbkthuzudTYbyD2y7cWGP6s9uo3HdzXAW6fm1 is not in the mempool"},"id":1}
