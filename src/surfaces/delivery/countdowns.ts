/** Countdown images for emails. */
import { readInstant } from '../../email/data/index.ts'
import type { Color, CountdownStyle } from '../../email/image/index.ts'
import { fail } from '../../kernel/errors/index.ts'
import { limits } from '../../kernel/limits.ts'
import { TaskTimeout, type WorkerPool } from '../../platform/jobs/index.ts'
import { type WorkContext, createSingleFlight } from '../../platform/scheduling/index.ts'
import type { CountdownQuery } from './contract.ts'
import { PartitionedCache } from './partitioned-cache.ts'

/** `hasEnded` is true if the time is over. */
export interface RenderedCountdown {
  bytes: Uint8Array
  hasEnded: boolean
}

/** The client for which a countdown is rendered. */
export interface CountdownClient {
  /** Only read if the countdown is not cached. */
  readonly context: WorkContext
  /** Counts a rendering against the limit of the client; throws if the limit is exceeded. */
  takeRender?(): void
}

export type RenderCountdown = (query: CountdownQuery, client: CountdownClient) => Promise<RenderedCountdown>

const usual = { color: 'ffffff', background: '1f2328', size: 28, labels: 'Days,Hours,Minutes,Seconds' }
const maxLabelLength = 40

/**
 * Renders countdowns in worker threads, once per minute of remaining time for all clients; a cached image does not count as
 * a rendering. VALIDATION_FAILED for an invalid `until` or invalid labels, RATE_LIMIT_EXCEEDED from `takeRender`,
 * IMAGES_BUSY if rendering takes too long, and the OverloadError of the worker pool.
 */
export function createCountdowns(pool: WorkerPool, now: () => number = Date.now): RenderCountdown {
  const cache = new PartitionedCache<Uint8Array>(limits.countdownCacheBytes)
  const rendering = createSingleFlight<Uint8Array>()

  async function render(key: string, input: object, context: WorkContext): Promise<Uint8Array> {
    try {
      const workers = pool.forCaller(context)
      const bytes = await workers.runWithin<Uint8Array>(limits.imageSeconds * 1000, 'renderCountdown', input)
      cache.set(key, bytes, { partition: '', weight: bytes.length })
      return bytes
    } catch (error) {
      if (error instanceof TaskTimeout) return fail('IMAGES_BUSY', { headers: { 'retry-after': '2' } })
      throw error
    }
  }

  return async (query, client) => {
    const nowMs = now()
    const untilMs =
      readInstant(query.until) ?? refuse('/until', 'must be an ISO 8601 time such as 2030-01-31T18:00:00Z')
    const look = lookOf(query)
    const startMs = startOf(untilMs, nowMs, look.labels.length)
    const hasEnded = untilMs <= nowMs
    const key = JSON.stringify([look, hasEnded ? 'ended' : [untilMs, startMs]])
    const cached = cache.get(key)
    if (cached !== undefined) return { bytes: cached, hasEnded }
    if (!rendering.has(key)) client.takeRender?.()
    const input = { look, untilMs, nowMs: startMs }
    const { context } = client
    const { partition } = context
    const bytes = await rendering.get(key, context.signal, (signal) => render(key, input, { partition, signal }))
    return { bytes, hasEnded }
  }
}

/** A countdown with seconds is rendered more often within this many seconds before its end. */
const finalSeconds = 60

/**
 * Time for which the current image is rendered: the last one at which the remaining time was a whole number of minutes and
 * 59 seconds, so that days, hours and minutes are right; in the last minute of a countdown with seconds, the step is ten
 * seconds.
 */
function startOf(untilMs: number, nowMs: number, boxes: number): number {
  if (untilMs <= nowMs) return untilMs
  const left = Math.ceil((untilMs - nowMs) / 1000)
  const step = boxes === 4 && left <= finalSeconds ? limits.countdownFinalSeconds : limits.countdownSeconds
  const shown = Math.floor(left / step) * step + step - 1
  return untilMs - shown * 1000
}

function lookOf(query: CountdownQuery): CountdownStyle {
  const labels = (query.labels ?? usual.labels).split(',').map((label) => label.trim())
  if (labels.length > 4) refuse('/labels', 'at most four: days, hours, minutes and seconds')
  if (labels.some((label) => label.length > maxLabelLength))
    refuse('/labels', `at most ${maxLabelLength} characters each`)
  return {
    labels,
    color: colorOf(query.color ?? usual.color),
    background: colorOf(query.background ?? usual.background),
    size: query.size ?? usual.size,
    expired: query.expired ?? '',
  }
}

function refuse(path: string, message: string): never {
  return fail('VALIDATION_FAILED', {
    detail: 'Correct the query parameters listed in issues.',
    issues: [{ path, message }],
  })
}

function colorOf(hex: string): Color {
  const channel = (at: number) => Number.parseInt(hex.slice(at, at + 2), 16)
  return [channel(0), channel(2), channel(4)]
}
