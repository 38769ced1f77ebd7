// Delegations within the period count with their highest sum. [spec: 4.3.getMaxStakeAmount]
//! chain small
>> {"jsonrpc":"2.0","id":1,"method":"platform.getMaxStakeAmount","params":{"subnetID":"11111111111111111111111111111111LpoYY","nodeID":"NodeID-BmncPzbW93nTTs8b226r7J4XDKdbS2iYP","startTime":1704700000,"endTime":1704700001}}
<< {"jsonrpc":"2.0","result":{"amount":"2000110000140669"},"id":1}
>> {"jsonrpc":"2.0","id":1,"method":"platform.getMaxStakeAmount","params":{"subnetID":"11111111111111111111111111111111LpoYY","nodeID":"NodeID-BmncPzbW93nTTs8b226r7J4XDKdbS2iYP","startTime":1735516000,"endTime":1735516001}}
<< {"jsonrpc":"2.0","result":{"amount":"2000000000000000"},"id":1}
>> {"jsonrpc":"2.0","id":1,"method":"platform.getMaxStakeAmount","params":{"subnetID":"11111111111111111111111111111111LpoYY","nodeID":"NodeID-BmncPzbW93nTTs8b226r7J4XDKdbS2iYP","startTime":1704700000,"endTime":1735516800}}
<< {"jsonrpc":"2.0","result":{"amount":"2000110000140669"},"id":1}
