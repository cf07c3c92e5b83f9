/** A part of the source that was not preserved exactly. The code is stable, the message may change. */
export interface MjmlWarning {
  code: MjmlWarningCode
  message: string
  /** Line of the source, from 1. */
  line?: number
}

export type MjmlWarningCode =
  | 'MJML_ADDRESS'
  | 'MJML_ATTRIBUTE'
  | 'MJML_COMPONENT'
  | 'MJML_HTML_KEPT'
  | 'MJML_INCLUDE'
  | 'MJML_LIMIT'
  | 'MJML_LINK_ROLE'
  | 'MJML_MARKUP'
  | 'MJML_PLACE'
  | 'MJML_TEMPLATE_TAG'
  | 'MJML_UNBALANCED'
  | 'MJML_VALUE'

/** Result of reading the source; shares are from 0 to 1. */
export interface MjmlReport {
  source: 'mjml'
  /** Share of blocks that are not raw HTML. */
  native_share: number
  words_kept: number
  links_kept: number
  images_kept: number
  warnings: MjmlWarning[]
}

const maxWarnings = 100

/** Collects warnings without duplicates, at most 100. */
export class MjmlWarnings {
  readonly list: MjmlWarning[] = []
  private readonly seen = new Set<string>()

  add(code: MjmlWarningCode, message: string, line?: number): void {
    const key = `${code} ${message}`
    if (this.list.length >= maxWarnings || this.seen.has(key)) return
    this.seen.add(key)
    this.list.push(line === undefined ? { code, message } : { code, message, line })
  }
}
