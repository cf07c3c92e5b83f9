/** How far this process is, for the run that started it (scripts/standstill.ts): a loop that never ends cannot say so itself. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'

const directory = process.env['TEST_PROGRESS']

/** Notes that a test has begun or ended, or that there is none at work any more; nothing where nobody watches. */
export function noteProgress(isAtWork: boolean): void {
  if (directory !== undefined) writeFileSync(join(directory, `${process.pid}`), isAtWork ? Bun.main : '')
}
