import { limits } from '../../../kernel/limits.ts'
import type { ExportWarning } from '../contract.ts'
import type { Source } from './sources.ts'

/** What an export could not do as asked, over all its emails. */
export class Warnings {
  readonly #found: ExportWarning[] = []
  #count = 0

  /** Notes warnings; about which of several emails, where `source` says so. */
  add(found: readonly ExportWarning[], source?: Source): void {
    const about = source?.templateId === undefined ? {} : { template_id: source.templateId }
    this.#count += found.length
    const room = Math.max(0, limits.exportReadmeWarnings - this.#found.length)
    for (const warning of found.slice(0, room)) this.#found.push({ ...warning, ...about })
  }

  /** The first so many, then how many more there are. */
  first(max: number): ExportWarning[] {
    const shown = this.#found.slice(0, max)
    const more = this.#count - shown.length
    return more === 0 ? shown : [...shown, { code: 'WARNINGS_LEFT_OUT', message: `There are ${more} more.` }]
  }
}
