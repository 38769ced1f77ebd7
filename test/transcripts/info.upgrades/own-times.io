// A custom network is upgraded when its upgrade file says. [spec: 4.1.upgrades]
//! chain banff-to-etna@0
>> {"jsonrpc":"2.0","id":1,"method":"info.upgrades"}
<< {"jsonrpc":"2.0","result":{"apricotPhase1Time":"2020-12-05T05:00:00Z","apricotPhase2Time":"2020-12-05T05:00:00Z","apricotPhase3Time":"2020-12-05T05:00:00Z","apricotPhase4Time":"2020-12-05T05:00:00Z","apricotPhase4MinPChainHeight":0,"apricotPhase5Time":"2020-12-05T05:00:00Z","apricotPhasePre6Time":"2020-12-05T05:00:00Z","apricotPhase6Time":"2020-12-05T05:00:00Z","apricotPhasePost6Time":"2020-12-05T05:00:00Z","banffTime":"2024-02-10T00:00:00Z","cortinaTime":"2024-03-31T00:00:00Z","cortinaXChainStopVertexID":"11111111111111111111111111111111LpoYY","durangoTime":"2024-05-20T00:00:00Z","etnaTime":"2024-08-08T00:00:00Z"},"id":1}
