// A chain whose creating transaction is valid and waits for the next block is preferred; before that it is unknown. [spec: 3.blockchain.preferred] [spec: 3.blockchain.unknown] [spec: 4.3.getBlockchainStatus]
//! chain small
//! node own
>> {"jsonrpc":"2.0","id":1,"method":"platform.getBlockchainStatus","params":{"blockchainID":"VamsYQgJcRp1NGnzif1yyoDNENXSihyZtz8MS3xCtkHT17XH6"}}
<< {"jsonrpc":"2.0","result":{"status":"Unknown"},"id":1}
>> {"jsonrpc":"2.0","id":1,"method":"platform.issueTx","params":{"tx":"0x00000000000f000005390000000000000000000000000000000000000000000000000000000000000000000000010687c9bf02987fae6a53f72216e2cdf6f60b42113ef35c27d9cc6f122eff45ce00000007000aa8707e5cc8c60000000000000000000000010000000133154733180b0c3b0c6b121ced88a7b13f8d8edd0000000166a6ce26b4615de86db9918032ea57bf6723c165b1a9324e647c761ab0740480000000010687c9bf02987fae6a53f72216e2cdf6f60b42113ef35c27d9cc6f122eff45ce00000005000aa8707e6c0b06000000010000000000000000363254df203c7d07d19326759948e46b2bb8ab3760a14700530a9fa96f3c4b64000870726f706f73656474696d657374616d70766d0000000000000000000000000000000000000000000000000000000001010000000a00000001000000000000000200000009000000013306c78e45789f30757f0d681fac98a2ce0fd56a31d8a9ee684643cc92e010b34bc0f530d0a35c6853c6522ea6001d9b273ad8c93ccba6b684ae9fdd2c3ba3670100000009000000013306c78e45789f30757f0d681fac98a2ce0fd56a31d8a9ee684643cc92e010b34bc0f530d0a35c6853c6522ea6001d9b273ad8c93ccba6b684ae9fdd2c3ba36701bfbfef59"}}
<< {"jsonrpc":"2.0","result":{"txID":"VamsYQgJcRp1NGnzif1yyoDNENXSihyZtz8MS3xCtkHT17XH6"},"id":1}
>> {"jsonrpc":"2.0","id":1,"method":"platform.getBlockchainStatus","params":{"blockchainID":"VamsYQgJcRp1NGnzif1yyoDNENXSihyZtz8MS3xCtkHT17XH6"}}
<< {"jsonrpc":"2.0","result":{"status":"Preferred"},"id":1}
