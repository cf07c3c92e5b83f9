import { expect, test } from 'bun:test'
import { createMetrics, measureProcess } from '../../../src/platform/metrics/index.ts'

test('counters, gauges and histograms print as Prometheus reads them', () => {
  const metrics = createMetrics()
  const counter = metrics.counter('calls_total', 'Calls\nmade.', { operation: 'a"b\\c' })
  counter.add()
  counter.add(2)
  metrics.counter('calls_total', 'Calls\nmade.', { operation: 'other' }).add()
  metrics.gauge('level', 'How high.', () => 1.5)
  const took = metrics.histogram('took_seconds', 'How long.', { operation: 'x' }, [0.1, 1])
  for (const seconds of [0.1, 0.5, 7]) took.observe(seconds)
  expect(metrics.print()).toBe(`# HELP calls_total Calls\\nmade.
# TYPE calls_total counter
calls_total{operation="a\\"b\\\\c"} 3
calls_total{operation="other"} 1
# HELP level How high.
# TYPE level gauge
level 1.5
# HELP took_seconds How long.
# TYPE took_seconds histogram
took_seconds_bucket{operation="x",le="0.1"} 1
took_seconds_bucket{operation="x",le="1"} 2
took_seconds_bucket{operation="x",le="+Inf"} 3
took_seconds_sum{operation="x"} 7.6
took_seconds_count{operation="x"} 3
`)
})

test('the same labels are the same series', () => {
  const metrics = createMetrics()
  expect(metrics.counter('n_total', 'N.', { a: '1' })).toBe(metrics.counter('n_total', 'N.', { a: '1' }))
})

test('a name keeps its kind', () => {
  const metrics = createMetrics()
  metrics.counter('n_total', 'N.')
  expect(() => metrics.histogram('n_total', 'N.')).toThrow('n_total is a counter')
})

test('the process is measured', () => {
  const metrics = createMetrics()
  const stop = measureProcess(metrics, { version: '1.2.3' })
  const text = metrics.print()
  stop()
  expect(text).toMatch(/^# TYPE process_cpu_seconds_total counter$/m)
  expect(text).toMatch(/^process_resident_memory_bytes \d{7,}$/m)
  expect(text).toMatch(/^svc_event_loop_lag_seconds \d/m)
  expect(text).toMatch(/^svc_build_info\{version="1\.2\.3",bun="[\d.]+"\} 1$/m)
})
