// The upgrades of the main network. [spec: 4.1.upgrades]
//! network-id mainnet
//! offline true
>> {"jsonrpc":"2.0","id":1,"method":"info.upgrades"}
<< {"jsonrpc":"2.0","result":{"apricotPhase1Time":"2021-03-31T14:00:00Z","apricotPhase2Time":"2021-05-10T11:00:00Z","apricotPhase3Time":"2021-08-24T14:00:00Z","apricotPhase4Time":"2021-09-22T21:00:00Z","apricotPhase4MinPChainHeight":793005,"apricotPhase5Time":"2021-12-02T18:00:00Z","apricotPhasePre6Time":"2022-09-05T01:30:00Z","apricotPhase6Time":"2022-09-06T20:00:00Z","apricotPhasePost6Time":"2022-09-07T03:00:00Z","banffTime":"2022-10-18T16:00:00Z","cortinaTime":"2023-04-25T15:00:00Z","cortinaXChainStopVertexID":"jrGWDh5Po9FMj54depyunNixpia5PN4aAYxfmNzU8n752Rjga","durangoTime":"2024-03-06T16:00:00Z","etnaTime":"2024-12-16T17:00:00Z"},"id":1}
