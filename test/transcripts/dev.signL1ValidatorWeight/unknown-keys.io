// The node does not have the keys of a recorded L1.
//! chain etna@35
>> {"jsonrpc":"2.0","id":1,"method":"dev.signL1ValidatorWeight","params":{"validationID":"2ncLNwYWPRyrBhbJUi9viXxHLH14pojtJyGD4tuimoLRPWPPJT","weight":1}}
<< {"jsonrpc":"2.0","error":{"code":-32000,"message":"the warp message cannot be signed: the node has keys for weight 0 of 468 of chain 5q7TGnh2vQkpbHgKX417LEmdbo7N653xHKjNrZGjqiAdFisec at P-chain height 35, at which warp messages are verified now. Pass the other keys as privateKeys"},"id":1}
