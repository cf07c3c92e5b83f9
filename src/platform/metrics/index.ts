/**
 * Counters, histograms and gauges of this process, printed for Prometheus. Imports no other module of the platform. Start at
 * metrics.ts; process.ts adds memory, CPU time and event-loop lag.
 */
export { type Counter, type Histogram, type Labels, type Metrics, createMetrics } from './metrics.ts'
export { measureProcess } from './process.ts'
