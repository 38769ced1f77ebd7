// A subnet with control keys that was neither transformed nor converted. [spec: 4.3.getSubnet] [spec: 2.2.subnet] [spec: 2.2.subnet.origin]
//! chain small
>> {"jsonrpc":"2.0","id":1,"method":"platform.getSubnet","params":{"subnetID":"aUzdFSp9zv4KC4qJJuPU7RLPZuCqKHKuJhembvcfo219hUUNY"}}
<< {"jsonrpc":"2.0","result":{"isPermissioned":true,"controlKeys":["P-custom1gtal9m2xma0ygdagt0mapkp8lvafk6xlq5ef95","P-custom1wh50pg3zu2wwff9sdev74w5he404w7ejulh096"],"threshold":"1","locktime":"0","subnetTransformationTxID":"11111111111111111111111111111111LpoYY","conversionID":"11111111111111111111111111111111LpoYY","managerChainID":"11111111111111111111111111111111LpoYY","managerAddress":null},"id":1}
