// Profile avalanchego: encoding json fails at the first output.
//! chain small
//! api-profile avalanchego
>> {"jsonrpc":"2.0","id":1,"method":"avax.getUTXOs","params":{"addresses":["C-custom1gtal9m2xma0ygdagt0mapkp8lvafk6xlq5ef95"],"sourceChain":"P","encoding":"json"}}
<< {"jsonrpc":"2.0","error":{"code":-32000,"message":"couldn't encode UTXO 2AGhaRDqvHxVj85VoP41fisHBny3jmXyQym7gAqRqqRKupPW11 as json: unsupported encoding in method","data":null},"id":1}
>> {"jsonrpc":"2.0","id":1,"method":"avax.getUTXOs","params":{"addresses":["C-custom1gtal9m2xma0ygdagt0mapkp8lvafk6xlq5ef95"],"sourceChain":"P","encoding":"hexnc","limit":1}}
<< {"jsonrpc":"2.0","result":{"numFetched":"1","utxos":["0x00007a32c064c6ecadcdd78e7000449b529c186bb7479f8990a292bd33679e500ba6000000010687c9bf02987fae6a53f72216e2cdf6f60b42113ef35c27d9cc6f122eff45ce00000007000000012260f8380000000000000000000000010000000142fbf2ed46df5e4437a85bf7d0d827fb3a9b68df"],"endIndex":{"address":"C-custom1gtal9m2xma0ygdagt0mapkp8lvafk6xlq5ef95","utxo":"2AGhaRDqvHxVj85VoP41fisHBny3jmXyQym7gAqRqqRKupPW11"},"encoding":"hexnc"},"id":1}
