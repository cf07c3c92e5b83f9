import type { Counter, Histogram, Metrics } from '../metrics/index.ts'
import type { Store } from '../storage/index.ts'
import { type KindCount, countJobs } from './job-store.ts'
import type { Outcome } from './kind.ts'

export interface KindMetrics {
  ran(outcome: Outcome<unknown>, seconds: number): void
}

const outcomes = ['done', 'retry', 'snooze', 'fail'] as const
const bounds = [0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1, 5, 15, 60, 300] as const

export function measureKind(metrics: Metrics, kind: string): KindMetrics {
  const duration: Histogram = metrics.histogram(
    'svc_job_run_seconds',
    'Duration of runs of jobs in seconds.',
    { kind },
    bounds,
  )
  const counters = Object.fromEntries(
    outcomes.map((outcome) => [
      outcome,
      metrics.counter('svc_job_runs_total', 'Job runs by outcome.', { kind, outcome }),
    ]),
  ) as Record<(typeof outcomes)[number], Counter>
  return {
    ran(outcome, seconds) {
      duration.observe(seconds)
      const name = outcomes.find((each) => each in outcome)
      if (name !== undefined) counters[name].add()
    },
  }
}

/** Adds gauges of the queue by kind and state; the returned function updates them. */
export function measureDepth(
  metrics: Metrics,
  store: Store,
  kinds: readonly string[],
): (nowMs: number) => Promise<void> {
  let counts: KindCount[] = []
  let readAtMs = 0
  for (const kind of kinds) {
    for (const state of ['scheduled', 'ready', 'running', 'dead'] as const) {
      const find = () => counts.find((each) => each.kind === kind && each.state === state)?.count ?? 0
      metrics.gauge('svc_jobs', 'Jobs by kind and state.', find, { kind, state })
    }
    const age = (state: KindCount['state']) => () => {
      const oldest = counts.find((each) => each.kind === kind && each.state === state)?.oldestRunAt
      return oldest == null ? 0 : Math.max(0, readAtMs - oldest) / 1000
    }
    const due = 'Seconds since the oldest ready job was due.'
    metrics.gauge('svc_job_oldest_due_seconds', due, age('ready'), { kind })
    const dead = 'Age of the oldest dead job, from its due time, in seconds; 0 without dead jobs.'
    metrics.gauge('svc_job_oldest_dead_seconds', dead, age('dead'), { kind })
  }
  return async (nowMs) => {
    counts = await countJobs(store.read)
    readAtMs = nowMs
  }
}
