// The first node is always the same; there are at most a hundred.
>> {"jsonrpc":"2.0","id":1,"method":"dev.spareValidators"}
<< {"jsonrpc":"2.0","result":{"validators":[{"nodeID":"NodeID-Ea3443LMDqKXVsUghtvt1K4Dcg23Y3Vf2","publicKey":"0x81dfc66919be5b91ccfe8ca4c0ddfde5fc2f06fd1a91b49b54a7e0b141779cbf1ca1835caa156e38cc9b92eebb4146e3","proofOfPossession":"0x838d0688a63f671cc43769ec5782282f5fa35e494fc886ec83f250312f0eea8e8aba264d059eb38267a3b110c8ca26f2170bb8d7d4b0ac9e4dca59586e512ad6c44d700b512517c304d71bc3098d15845e994a4fcc8b98c5b7a81847d8f93f51","privateKey":"0x3e0846715faf2b2d84b541d0ab3ab49db25ee0c789e3fa4625edffa790579804"}]},"id":1}
>> {"jsonrpc":"2.0","id":1,"method":"dev.spareValidators","params":{"count":101}}
<< {"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid params","data":{"field":"count","expected":"a number of nodes from 1 to 100","got":"101"}},"id":1}
