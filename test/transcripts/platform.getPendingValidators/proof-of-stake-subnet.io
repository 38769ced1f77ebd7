// The pending validators of a proof-of-stake subnet. [spec: 4.3.getPendingValidators.subnet] [spec: 2.2.pending-validator.no-weight]
//! chain banff-to-etna@110
>> {"jsonrpc":"2.0","id":1,"method":"platform.getPendingValidators","params":{"subnetID":"FRZPPTEpaAEKBqXomN1uUTdDXS7ubaP4eXqaWdqRNsacJ9r74"}}
<< {"jsonrpc":"2.0","result":{"validators":[{"txID":"2qETBszRzaekWYWgSsyUm8iwTRnaepcbkPf6Bo1prMvukjKaoT","startTime":"1709830466","endTime":"1735500565","stakeAmount":"51604","nodeID":"NodeID-NmcC3gCqnCHUpWxLSmtvN9oCcBycZMfqM","delegationFee":"3.0000","connected":false}],"delegators":[]},"id":1}
