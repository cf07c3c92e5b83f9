import { limits } from '../../kernel/limits.ts'
import { type SingleFlight, createSingleFlight } from '../../platform/scheduling/index.ts'
import type { Outcome } from './tool.ts'

/**
 * Results of calls that cost credits, so that the same call is charged once: agents repeat calls after a timeout, and read
 * the next page of a result with the same arguments. Within one process, for `limits.agentRepeatSeconds`.
 */
export interface Repeats {
  /**
   * Runs the call unless it runs already or its result is stored. A result that cost nothing is stored for its next pages
   * only: the same call without a cursor runs again.
   */
  once(call: RepeatableCall, run: (signal: AbortSignal) => Promise<Outcome>): Promise<Outcome>
}

export interface RepeatableCall {
  /** The caller: the same call of another one is another call. */
  readonly owner: string
  readonly tool: string
  readonly args: { readonly cursor?: string }
  readonly signal: AbortSignal
}

interface Stored {
  readonly text: string
  readonly until: number
  readonly isCharged: boolean
}

/** Arguments that do not change the result. */
const besides = new Set(['dry_run', 'max_credits', 'cursor'])

export function createRepeats(now: () => number = () => performance.now()): Repeats {
  const stored = new Map<string, Stored>()
  const running: SingleFlight<Outcome> = createSingleFlight()
  let size = 0

  function evict(key: string): void {
    size -= stored.get(key)?.text.length ?? 0
    stored.delete(key)
  }

  function store(key: string, outcome: Outcome): void {
    const text = JSON.stringify(outcome)
    if (text.length > limits.agentRepeatBytes) return
    evict(key)
    stored.set(key, { text, until: now() + limits.agentRepeatSeconds * 1000, isCharged: isCharged(outcome) })
    size += text.length
    // The oldest first.
    for (const each of stored.keys()) {
      if (size <= limits.agentRepeatBytes) break
      evict(each)
    }
  }

  return {
    async once(call, run) {
      const key = keyOf(call)
      const known = stored.get(key)
      const isUsable = known !== undefined && now() < known.until && (known.isCharged || call.args.cursor !== undefined)
      if (isUsable) return again(JSON.parse(known.text) as Outcome)
      return running.get(key, call.signal, async (signal) => {
        const outcome = await run(signal)
        if (isCharged(outcome) || outcome.list !== undefined) store(key, outcome)
        return outcome
      })
    },
  }
}

function isCharged({ data }: Outcome): boolean {
  return typeof data['credits_used'] === 'number' && data['credits_used'] > 0
}

function again(outcome: Outcome): Outcome {
  return { ...outcome, data: { ...outcome.data, credits_used: 0, cached: true } }
}

function keyOf({ owner, tool, args }: RepeatableCall): string {
  const members = Object.entries(args).filter(([name]) => !besides.has(name))
  return JSON.stringify([owner, tool, members.toSorted(([a], [b]) => (a < b ? -1 : 1))])
}
