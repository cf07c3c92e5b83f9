import type { ReportWarning } from './warning.ts'

/** Collects warnings, each code and path once, with the number of occurrences. */
export class Warnings {
  readonly #found = new Map<string, { warning: ReportWarning; count: number }>()

  add(code: string, message: string, path?: string): void {
    const key = path === undefined ? code : `${code} ${path}`
    const known = this.#found.get(key)
    if (known !== undefined) known.count++
    else if (this.#found.size < maxWarnings)
      this.#found.set(key, { warning: path === undefined ? { code, message } : { code, message, path }, count: 1 })
  }

  list(): ReportWarning[] {
    return [...this.#found.values()].map(({ warning, count }) => (count === 1 ? warning : { ...warning, count }))
  }
}

const maxWarnings = 50
