// A public server serves metrics if the operator enables them by name.
//! public true
//! api-metrics-enabled true
>> GET /ext/metrics
<< <matches avalanche_health_checks_failing\{check="health",tag="all"\} 0>
