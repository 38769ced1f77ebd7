// The height that would be proposed now. [spec: 4.3.getValidatorsAt.proposed]
//! chain small
>> {"jsonrpc":"2.0","id":1,"method":"platform.getValidatorsAt","params":{"height":"proposed"}}
<< {"jsonrpc":"2.0","result":{"validators":{"NodeID-4cdnCXLNn9EjpFdNN16DtGaQEx4oUbAAZ":"3805623708847","NodeID-BmncPzbW93nTTs8b226r7J4XDKdbS2iYP":"2000110000140669","NodeID-GeotFTdZkiDUUf26j6LSFc6JCwdZpXCpV":"2000000000000000","NodeID-JEDBLtsdi2S8JvCjfStpcSLLaRmSPuApv":"2000039547341811","NodeID-Mof3emWkX4JUz7y11q9HaVbGnc6qJysFA":"3605086179371","NodeID-NmcC3gCqnCHUpWxLSmtvN9oCcBycZMfqM":"2000000000000000"}},"id":1}
>> {"jsonrpc":"2.0","id":1,"method":"platform.getValidatorsAt","params":{"height":43}}
<< {"jsonrpc":"2.0","result":{"validators":{"NodeID-4cdnCXLNn9EjpFdNN16DtGaQEx4oUbAAZ":"3805623708847","NodeID-BmncPzbW93nTTs8b226r7J4XDKdbS2iYP":"2000110000140669","NodeID-GeotFTdZkiDUUf26j6LSFc6JCwdZpXCpV":"2000000000000000","NodeID-JEDBLtsdi2S8JvCjfStpcSLLaRmSPuApv":"2000039547341811","NodeID-Mof3emWkX4JUz7y11q9HaVbGnc6qJysFA":"3605086179371","NodeID-NmcC3gCqnCHUpWxLSmtvN9oCcBycZMfqM":"2000000000000000"}},"id":1}
