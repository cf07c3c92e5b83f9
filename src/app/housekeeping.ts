import type { Blobs } from '../platform/blobs/index.ts'
import type { Log } from '../platform/log/index.ts'
import type { Store } from '../platform/storage/index.ts'
import { purgeExports } from '../surfaces/exports/index.ts'
import { purgeSignInCounts } from '../surfaces/projects/index.ts'
import { purgeTrash } from '../surfaces/templates/index.ts'

const everyMs = 60 * 60 * 1000
const firstAfterMs = 60 * 1000

export interface HousekeepingParts {
  store: Store
  blobs: Blobs
  log: Log
}

/**
 * Removes what has outlived its time, a minute after the start and then hourly: trash, exports and sign-in
 * counts. Expired sessions and kept answers go whenever one is written.
 * Every chore may run on several replicas at once. Answers a function that stops and waits for the running one.
 */
export function keepHouse(parts: HousekeepingParts): () => Promise<void> {
  let running: Promise<void> = Promise.resolve()
  const round = () => void (running = running.then(() => doChores(parts)))
  const first = setTimeout(round, firstAfterMs)
  const timer = setInterval(round, everyMs)
  first.unref()
  timer.unref()
  return () => {
    clearTimeout(first)
    clearInterval(timer)
    return running
  }
}

/** Does every chore once, as at the given moment. One that fails is logged and keeps none of the others. */
export async function doChores(parts: HousekeepingParts, nowMs: number = Date.now()): Promise<void> {
  for (const [name, chore] of Object.entries(chores)) {
    try {
      const removed = await chore(parts, nowMs)
      if (removed > 0) parts.log.info('housekeeping', { chore: name, removed })
    } catch (error) {
      // The next round tries again; a failing chore must not keep the others from their work.
      parts.log.error('housekeeping failed', { chore: name, error })
    }
  }
}

const chores: Record<string, (parts: HousekeepingParts, nowMs: number) => Promise<number>> = {
  async trash({ store }, nowMs) {
    let removed = 0
    for (;;) {
      const { erased, more } = await store.tx((db) => purgeTrash(db, nowMs))
      removed += erased
      if (!more) return removed
    }
  },
  exports: ({ store, blobs }, nowMs) => purgeExports(store, blobs, nowMs),
  'sign-in counts': ({ store }, nowMs) => store.tx((db) => purgeSignInCounts(db, nowMs)),
}
