// The upgrades of v1.12.1 end with Etna.
//! api-profile avalanchego-1.12
>> {"jsonrpc":"2.0","id":1,"method":"info.upgrades"}
<< {"jsonrpc":"2.0","result":{"apricotPhase1Time":"2020-12-05T05:00:00Z","apricotPhase2Time":"2020-12-05T05:00:00Z","apricotPhase3Time":"2020-12-05T05:00:00Z","apricotPhase4Time":"2020-12-05T05:00:00Z","apricotPhase4MinPChainHeight":0,"apricotPhase5Time":"2020-12-05T05:00:00Z","apricotPhasePre6Time":"2020-12-05T05:00:00Z","apricotPhase6Time":"2020-12-05T05:00:00Z","apricotPhasePost6Time":"2020-12-05T05:00:00Z","banffTime":"2020-12-05T05:00:00Z","cortinaTime":"2020-12-05T05:00:00Z","cortinaXChainStopVertexID":"11111111111111111111111111111111LpoYY","durangoTime":"2020-12-05T05:00:00Z","etnaTime":"2020-12-05T05:00:00Z"},"id":1}
