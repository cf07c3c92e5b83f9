/** What this machine lacks for some of the tests. */
import { appendFileSync } from 'node:fs'

const list = process.env['TEST_MISSING']
const notified = new Set<string>()

/**
 * Whether the tests that need it run. Otherwise they are skipped, and `npm test` prints at its end what is missing and the
 * remedy; a run of single files prints it at once.
 */
export function isAvailable(what: string, isThere: boolean, remedy: string): boolean {
  if (isThere || notified.has(what)) return isThere
  notified.add(what)
  const line = `${what}: ${remedy}`
  if (list === undefined) console.warn(`Tests are skipped, for this is missing. ${line}`)
  else appendFileSync(list, `${line}\n`)
  return false
}
