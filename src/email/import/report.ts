/** The probable tool that wrote the input. */
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

/** Something that did not come over as it was, said by a code that stays and a sentence that may change. */
export interface ImportWarning {
  code: string
  message: string
  /** Line of the input, from 1. */
  line?: number
  /** Node of the document that holds what it is about. */
  node_id?: string
}

/** What became of an input; shares are from 0 to 1. */
export interface ImportReport {
  source: ImportSource
  /** Blocks that are not raw HTML. */
  native_share: number
  words_kept: number
  links_kept: number
  images_kept: number
  warnings: ImportWarning[]
}

/** A document in the loose form that readDocument takes, and what became of the input. */
export interface Imported {
  document: Record<string, unknown>
  report: ImportReport
}

const maxWarnings = 100

/** Gathers warnings, each once, at most a hundred. */
export class ImportWarnings {
  readonly list: ImportWarning[] = []
  readonly #seen = new Set<string>()

  /** True if it would be news. */
  takes(code: string, message: string): boolean {
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
