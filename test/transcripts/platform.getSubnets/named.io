// The requested subnets in the order of the request, each once; unknown ones are left out. [spec: 4.3.getSubnets]
//! chain small
>> {"jsonrpc":"2.0","id":1,"method":"platform.getSubnets","params":{"ids":["aUzdFSp9zv4KC4qJJuPU7RLPZuCqKHKuJhembvcfo219hUUNY","2fombhL7aGPwj3KH4bfrmJwW6PVnMobf9Y2fn9GwxiAAJyFDbe","11111111111111111111111111111111LpoYY","aUzdFSp9zv4KC4qJJuPU7RLPZuCqKHKuJhembvcfo219hUUNY"]}}
<< {"jsonrpc":"2.0","result":{"subnets":[{"id":"aUzdFSp9zv4KC4qJJuPU7RLPZuCqKHKuJhembvcfo219hUUNY","controlKeys":["P-custom1gtal9m2xma0ygdagt0mapkp8lvafk6xlq5ef95","P-custom1wh50pg3zu2wwff9sdev74w5he404w7ejulh096"],"threshold":"1"},{"id":"11111111111111111111111111111111LpoYY","controlKeys":[],"threshold":"0"}]},"id":1}
>> {"jsonrpc":"2.0","id":1,"method":"platform.getSubnets","params":{"ids":["2fombhL7aGPwj3KH4bfrmJwW6PVnMobf9Y2fn9GwxiAAJyFDbe"]}}
<< {"jsonrpc":"2.0","result":{"subnets":[]},"id":1}
