import { limits } from '../../../kernel/limits.ts'
import type { ExportWarning } from '../contract.ts'
import type { Source } from './sources.ts'

/** What an export could not do as asked, over all its emails: the first `limits.exportWarnings`, then how many more. */
export class Warnings {
  readonly #found: ExportWarning[] = []
  #more = 0

  /** Notes warnings; about which of several emails, where `source` says so. */
  add(found: readonly ExportWarning[], source?: Source): void {
    const about = source?.templateId === undefined ? {} : { template_id: source.templateId }
    for (const warning of found) {
      if (this.#found.length < limits.exportWarnings) this.#found.push({ ...warning, ...about })
      else this.#more++
    }
  }

  all(): ExportWarning[] {
    if (this.#more === 0) return [...this.#found]
    return [...this.#found, { code: 'WARNINGS_LEFT_OUT', message: `There are ${this.#more} more.` }]
  }
}
