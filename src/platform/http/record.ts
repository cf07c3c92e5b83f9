import type { Log } from '../log/index.ts'
import type { Counter, Histogram, Metrics } from '../metrics/index.ts'
import type { Exchange } from './exchange.ts'

export type Recorder = (exchange: Exchange, status: number) => void

type Series = { durations: Histogram; counts: Map<number, Counter> }

const probes = new Set(['/healthz', '/readyz', '/metrics'])

/** Writes one access line per request and counts it by operation. Never logs the query, a header or a body. */
export function createRecorder(log: Log, metrics: Metrics): Recorder {
  const byOperation = new Map<string, Series>()

  function seriesOf(operation: string): Series {
    let series = byOperation.get(operation)
    if (series === undefined) {
      const durations = metrics.histogram('svc_http_request_duration_seconds', 'Response time.', { operation })
      series = { durations, counts: new Map() }
      byOperation.set(operation, series)
    }
    return series
  }

  function counterOf(series: Series, operation: string, status: number): Counter {
    let counter = series.counts.get(status)
    if (counter === undefined) {
      const labels = { operation, status: String(status) }
      counter = metrics.counter('svc_http_requests_total', 'Requests completed.', labels)
      series.counts.set(status, counter)
    }
    return counter
  }

  return (exchange, status) => {
    const ms = performance.now() - exchange.startedAtMs
    const operation = exchange.operation?.id ?? 'none'
    const series = seriesOf(operation)
    series.durations.observe(ms / 1000)
    counterOf(series, operation, status).add()
    // Probes come every few seconds; only their failures are logged.
    if (status < 400 && probes.has(exchange.path)) return
    log.info('request', {
      request_id: exchange.id,
      method: exchange.method,
      route: exchange.route,
      operation: exchange.operation?.id,
      path: exchange.operation === undefined ? withoutTokens(exchange.path).slice(0, 200) : undefined,
      status,
      ms: Math.round(ms * 100) / 100,
      project: exchange.caller?.projectId,
      actor: exchange.caller?.actor.id,
      code: exchange.failure,
    })
  }
}

// Pages have credentials in their paths, such as links to reviews.
function withoutTokens(path: string): string {
  return path.replace(/[0-9a-f]{40,}/g, '…')
}
