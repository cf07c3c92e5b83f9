import type { Lint } from '../../email/lint/index.ts'
import { type LintTask, lintNow } from '../../surfaces/templates/index.ts'

/** Looks a large email over for what would go wrong in someone's hands. */
export function lintEmail(task: LintTask): Lint {
  return lintNow(task)
}
