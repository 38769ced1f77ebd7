// A public server whose operator asks for metrics by name serves them.
//! public true
//! api-metrics-enabled true
>> GET /ext/metrics
<< <matches avalanche_health_checks_failing\{check="health",tag="all"\} 0>
