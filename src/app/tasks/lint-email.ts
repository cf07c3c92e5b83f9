import type { Lint } from '../../email/lint/index.ts'
import { type LintTask, lintNow } from '../../surfaces/templates/index.ts'

/** Lints a large email in a worker thread. */
export function lintEmail(task: LintTask): Lint {
  return lintNow(task)
}
