import { type CheckDeps, checkDomain } from './dns/index.ts'
import { selectDue } from './domains/index.ts'

const atOnce = 5

/** Checks every domain that is due, a few at a time; returns their number. Stops between two groups once the signal aborts. */
export async function checkDueDomains(deps: CheckDeps, signal: AbortSignal): Promise<number> {
  let checked = 0
  const nowMs = deps.store.read.nowMs()
  while (!signal.aborted) {
    const due = await selectDue(deps.store.read, nowMs, atOnce)
    // A check sets the time of the next one, so that the list shrinks.
    await Promise.all(due.map((row) => checkDomain(deps, row)))
    checked += due.length
    if (due.length < atOnce) break
  }
  return checked
}
