// Metrics for Prometheus.
>> GET /ext/metrics
<< <matches avalanche_health_checks_failing\{check="health",tag="all"\} 0>
<| content-type: <matches ^text/plain; version=0\.0\.4>
