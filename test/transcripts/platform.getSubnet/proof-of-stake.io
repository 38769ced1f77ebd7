// A proof-of-stake subnet has no control keys; it names its transformation. [spec: 2.2.subnet.pos] [spec: 2.2.subnet.origin]
//! chain banff-to-etna@110
>> {"jsonrpc":"2.0","id":1,"method":"platform.getSubnet","params":{"subnetID":"FRZPPTEpaAEKBqXomN1uUTdDXS7ubaP4eXqaWdqRNsacJ9r74"}}
<< {"jsonrpc":"2.0","result":{"isPermissioned":false,"controlKeys":[],"threshold":"0","locktime":"0","subnetTransformationTxID":"235xSerhPArdUdZDg363PmzUdnpPLxNadjnPyph9vsSFs6KWA3","conversionID":"11111111111111111111111111111111LpoYY","managerChainID":"11111111111111111111111111111111LpoYY","managerAddress":null},"id":1}
