/** The probable generator of the input. */
export type ImportSource =
  | 'svc'
  | 'mjml'
  | 'html'
  | 'unlayer'
  | 'beefree'
  | 'stripo'
  | 'mailchimp'
  | 'foundation'
  | 'bootstrap'
  | 'react-email'
  | 'mailgen'
  | 'easy-email'

/** A part of the input that was not preserved exactly. The code is stable, the message may change. */
export interface ImportWarning {
  code: string
  message: string
  /** Line of the input, from 1. */
  line?: number
  /** Affected node of the document. */
  node_id?: string
}

/** Result of an import; shares are from 0 to 1. */
export interface ImportReport {
  source: ImportSource
  /** Share of blocks that are not raw HTML. */
  native_share: number
  words_kept: number
  links_kept: number
  images_kept: number
  warnings: ImportWarning[]
}

/** A document in the loose form that readDocument accepts, with the report. */
export interface Imported {
  document: Record<string, unknown>
  report: ImportReport
}

const maxWarnings = 100

/** Collects warnings without duplicates, at most 100. */
export class ImportWarnings {
  readonly list: ImportWarning[] = []
  readonly #seen = new Set<string>()

  /** True if the warning is new and below the limit. */
  accepts(code: string, message: string): boolean {
    return this.list.length < maxWarnings && !this.#seen.has(`${code} ${message}`)
  }

  add(code: string, message: string, at?: number | { node: string }): void {
    const key = `${code} ${message}`
    if (this.list.length >= maxWarnings || this.#seen.has(key)) return
    this.#seen.add(key)
    const place = at === undefined ? {} : typeof at === 'number' ? { line: at } : { node_id: at.node }
    this.list.push({ code, message, ...place })
  }
}
