import { limits } from '../../../kernel/limits.ts'
import type { ExportWarning } from '../contract.ts'
import type { Source } from './sources.ts'

/** Warnings over all emails of an export. */
export class Warnings {
  readonly #found: ExportWarning[] = []
  #count = 0

  /** `source` identifies the email if there are several. */
  add(found: readonly ExportWarning[], source?: Source): void {
    const about = source?.templateId === undefined ? {} : { template_id: source.templateId }
    this.#count += found.length
    const room = Math.max(0, limits.exportReadmeWarnings - this.#found.length)
    for (const warning of found.slice(0, room)) this.#found.push({ ...warning, ...about })
  }

  /** The first `max` warnings, then one with the number of the others. */
  first(max: number): ExportWarning[] {
    const shown = this.#found.slice(0, max)
    const more = this.#count - shown.length
    return more === 0
      ? shown
      : [...shown, { code: 'WARNINGS_LEFT_OUT', message: `${more} more warnings are not listed.` }]
  }
}
