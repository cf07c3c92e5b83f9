import type { Metrics } from './metrics.ts'

const lagEveryMs = 500

/**
 * Adds metrics of the process: memory, CPU time, start time, event-loop lag, and the build. Returns a function that stops
 * the measurement.
 */
export function measureProcess(metrics: Metrics, build: { version: string }): () => void {
  const startedAt = Date.now() / 1000 - process.uptime()
  metrics.gauge('process_resident_memory_bytes', 'Resident memory in bytes.', () => process.memoryUsage.rss())
  metrics.gauge('process_start_time_seconds', 'Start of the process, Unix seconds.', () => startedAt)
  metrics.total('process_cpu_seconds_total', 'User and system CPU time in seconds.', () => {
    const { user, system } = process.cpuUsage()
    return (user + system) / 1e6
  })
  metrics.gauge('svc_build_info', 'Always 1; the labels name the version.', () => 1, {
    version: build.version,
    bun: Bun.version,
  })

  let worstMs = 0
  let expectedAt = performance.now() + lagEveryMs
  const timer = setInterval(() => {
    const at = performance.now()
    worstMs = Math.max(worstMs, at - expectedAt)
    expectedAt = at + lagEveryMs
  }, lagEveryMs)
  timer.unref()
  metrics.gauge('svc_event_loop_lag_seconds', 'Worst delay of the event loop since the last reading.', () => {
    const worst = Math.max(worstMs, performance.now() - expectedAt, 0)
    worstMs = 0
    return worst / 1000
  })
  return () => clearInterval(timer)
}
