/** Pictures that count down, as emails show them. */
import { readInstant } from '../../engines/data/index.ts'
import type { Colour, CountdownLook } from '../../engines/image/index.ts'
import { fail } from '../../kernel/errors/index.ts'
import { limits } from '../../kernel/limits.ts'
import { TaskTimeout, type WorkerPool } from '../../platform/jobs/index.ts'
import type { CountdownQuery } from './contract.ts'

/** A picture of a countdown, and whether it has ended. */
export interface DrawnCountdown {
  bytes: Uint8Array
  hasEnded: boolean
}

export type DrawCountdown = (query: CountdownQuery) => Promise<DrawnCountdown>

const usual = { color: 'ffffff', background: '1f2328', size: 28, labels: 'Days,Hours,Minutes,Seconds' }
const longestLabel = 40
const mostKept = 500

/**
 * Draws countdowns in threads; those who ask for the same within a second get the same picture. VALIDATION_FAILED for a
 * moment or labels that are none, IMAGES_BUSY when too many wait.
 */
export function createCountdowns(pool: WorkerPool, now: () => number = Date.now): DrawCountdown {
  let second = 0
  let drawn = new Map<string, Promise<Uint8Array>>()
  let waiting = 0

  function draw(look: CountdownLook, untilMs: number, nowMs: number): Promise<Uint8Array> {
    if (waiting >= limits.imageQueue) fail('IMAGES_BUSY', { headers: { 'retry-after': '2' } })
    waiting++
    return pool
      .forCaller({ partition: { kind: 'anonymous' } })
      .runWithin<Uint8Array>(limits.imageSeconds * 1000, 'drawCountdown', { look, untilMs, nowMs })
      .catch((error: unknown) => {
        if (error instanceof TaskTimeout) return fail('IMAGES_BUSY', { headers: { 'retry-after': '2' } })
        throw error
      })
      .finally(() => waiting--)
  }

  return async (query) => {
    const nowMs = now()
    const untilMs =
      readInstant(query.until) ?? refuse('/until', 'give a date and time as ISO 8601, such as 2030-01-31T18:00:00Z')
    const look = lookOf(query)
    if (Math.floor(nowMs / 1000) !== second || drawn.size > mostKept) {
      second = Math.floor(nowMs / 1000)
      drawn = new Map()
    }
    const key = JSON.stringify([look, untilMs])
    const bytes = drawn.get(key) ?? draw(look, untilMs, nowMs)
    drawn.set(key, bytes)
    bytes.catch(() => drawn.delete(key))
    return { bytes: await bytes, hasEnded: untilMs <= nowMs }
  }
}

function lookOf(query: CountdownQuery): CountdownLook {
  const labels = (query.labels ?? usual.labels).split(',').map((label) => label.trim())
  if (labels.length > 4) refuse('/labels', 'give at most four, for days, hours, minutes and seconds')
  if (labels.some((label) => label.length > longestLabel))
    refuse('/labels', `give at most ${longestLabel} characters each`)
  return {
    labels,
    color: colourOf(query.color ?? usual.color),
    background: colourOf(query.background ?? usual.background),
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

function colourOf(hex: string): Colour {
  const channel = (at: number) => Number.parseInt(hex.slice(at, at + 2), 16)
  return [channel(0), channel(2), channel(4)]
}
