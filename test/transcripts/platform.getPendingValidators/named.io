// Requested nodes that are not pending are left out. [spec: 4.3.getPendingValidators.nodeIDs]
//! chain banff-to-etna@270
>> {"jsonrpc":"2.0","id":1,"method":"platform.getPendingValidators","params":{"nodeIDs":["NodeID-7HHesAtwVCQk1Zfr3vT2QUiqS5tQL928L","NodeID-P7oB2McjBGgW2NXXWVYjV8JEDFoW9xDE5"]}}
<< {"jsonrpc":"2.0","result":{"validators":[{"txID":"3pzTdzRspCieus7AzrP9TqZsPCtT5JBj1N3spKPu8vosexQLy","startTime":"1715917803","endTime":"1716005464","stakeAmount":"2621207818918","nodeID":"NodeID-7HHesAtwVCQk1Zfr3vT2QUiqS5tQL928L","delegationFee":"18.8630","connected":false,"signer":{"publicKey":"0x813aa2d83dd5ad9d4e650c32b81d136c88039a347ba2d0bd2e47c5af5e47d27d640efaa2647f1f2e727125383f5c1a22","proofOfPosession":"0x91a33b10034e29f7f0f89e9f0f53c96bb613d2a0f7482c192d684c314ed2f900b820f70e670dc942f09e6d8980fa198904c504e23de1148fff972180ddbca9116e564f0371a58a1a8e1e70144623577bedbdd92040a3e0bb09debbc4c2065104"}}],"delegators":[]},"id":1}
>> {"jsonrpc":"2.0","id":1,"method":"platform.getPendingValidators","params":{"nodeIDs":["NodeID-Ei4sczoj1B7K9Mr3KSRdcBfUUJcquMWWh"]}}
<< {"jsonrpc":"2.0","result":{"validators":[],"delegators":[]},"id":1}
>> {"jsonrpc":"2.0","id":1,"method":"platform.getPendingValidators","params":{"nodeIDs":["NodeID-P7oB2McjBGgW2NXXWVYjV8JEDFoW9xDE5"]}}
<< {"jsonrpc":"2.0","result":{"validators":[],"delegators":[]},"id":1}
