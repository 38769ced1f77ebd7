// Profile avalanchego: a proof-of-stake subnet shows its former owner, and a missing subnetID is the primary network's.
//! api-profile avalanchego
//! chain banff-to-etna@110
>> {"jsonrpc":"2.0","id":1,"method":"platform.getSubnet","params":{"subnetID":"FRZPPTEpaAEKBqXomN1uUTdDXS7ubaP4eXqaWdqRNsacJ9r74"}}
<< {"jsonrpc":"2.0","result":{"isPermissioned":false,"controlKeys":["P-custom1wgzdafj7v0ks55ezk04u2jc8sl57v6vrzjvsvk","P-custom1knysrde9g45uy2grycy85x0t4gq23nudek93rp","P-custom1h5k6fz3fn7adu4mvatja3urh7c25hjncg5wghp"],"threshold":"3","locktime":"0","subnetTransformationTxID":"235xSerhPArdUdZDg363PmzUdnpPLxNadjnPyph9vsSFs6KWA3","conversionID":"11111111111111111111111111111111LpoYY","managerChainID":"11111111111111111111111111111111LpoYY","managerAddress":null},"id":1}
>> {"jsonrpc":"2.0","id":1,"method":"platform.getSubnet","params":{}}
<< {"jsonrpc":"2.0","error":{"code":-32000,"message":"the primary network isn't a subnet","data":null},"id":1}
>> {"jsonrpc":"2.0","id":1,"method":"platform.getSubnet","params":{"subnetID":"x"}}
<< {"jsonrpc":"2.0","error":{"code":-32000,"message":"couldn't unmarshal an argument. Ensure arguments are valid and properly formatted. See documentation for example calls","data":null},"id":1}
