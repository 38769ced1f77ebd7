// The fees of the test network. [spec: 4.1.getTxFee]
//! network-id fuji
//! offline true
>> {"jsonrpc":"2.0","id":1,"method":"info.getTxFee"}
<< {"jsonrpc":"2.0","result":{"txFee":"1000000","createAssetTxFee":"10000000","createSubnetTxFee":"100000000","transformSubnetTxFee":"1000000000","createBlockchainTxFee":"100000000","addPrimaryNetworkValidatorFee":"0","addPrimaryNetworkDelegatorFee":"0","addSubnetValidatorFee":"1000000","addSubnetDelegatorFee":"1000000"},"id":1}
