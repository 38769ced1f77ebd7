// The fees from the configuration of a local network. [spec: 4.1.getTxFee]
//! tx-fee 7
//! create-subnet-tx-fee 18446744073709551615
>> {"jsonrpc":"2.0","id":1,"method":"info.getTxFee"}
<< {"jsonrpc":"2.0","result":{"txFee":"7","createAssetTxFee":"1000000","createSubnetTxFee":"18446744073709551615","transformSubnetTxFee":"100000000","createBlockchainTxFee":"100000000","addPrimaryNetworkValidatorFee":"0","addPrimaryNetworkDelegatorFee":"0","addSubnetValidatorFee":"1000000","addSubnetDelegatorFee":"1000000"},"id":1}
