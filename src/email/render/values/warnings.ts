import type { NativeNote } from '../../data/index.ts'
import { type ModuleFinding, instanceOf } from '../../document/index.ts'

/** Something in the result that its author should know; never a reason to refuse it. */
export interface Warning {
  code: WarningCode
  node_id?: string
  message: string
}

export type WarningCode =
  | 'UNKNOWN_BLOCK'
  | 'MODULE_NOT_EXPANDED'
  | ModuleFinding['code']
  | NativeNote
  | 'UNSAFE_ADDRESS'
  | 'MISSING_VALUE'
  | 'BROKEN_TAG'
  | 'NOT_TRANSLATED'
  | 'LIQUID_FAILED'
  | 'LIQUID_NOT_FILLED'
  | 'TARGET_KEEPS_LIQUID'
  | 'NATIVE_TAG_LEFT_OUT'
  | 'UNKNOWN_COLOR'
  | 'UNKNOWN_FONT'
  | 'UNKNOWN_CLASS'
  | 'ROLE_WITHOUT_ADDRESS'
  | 'RAW_VALUE_ESCAPED'
  | 'INVALID_INSTANT'
  | 'LIST_WITHOUT_ITEMS'
  | 'LOOP_TRUNCATED'
  | AmpWarningCode
  | 'GMAIL_CLIPPED'
  | 'GMAIL_STYLE_TOO_LARGE'

/** What is said of the AMP part. */
export type AmpWarningCode =
  | 'AMP_ADDRESS_REFUSED'
  | 'AMP_IMAGE_WITHOUT_SIZE'
  | 'AMP_HTML_REMOVED'
  | 'AMP_TEMPLATE_LIMITS'
  | 'AMP_FORM_INCOMPLETE'
  | 'AMP_TOO_LARGE'
  | 'AMP_STYLE_TOO_LARGE'
  | 'AMP_INVALID'
  | 'AMP_DEPRECATED'

/** More than this many add nothing to what the first say. */
const max = 100

/** Collects the warnings of one rendering, each once, in the order they arose. */
export class Warnings {
  readonly list: Warning[] = []
  /** How often there was reason to warn, also for what was said already: what warns is rendered anew each time. */
  arose = 0
  readonly #seen = new Set<string>()

  /** What is said of a node inside a module is said of the instance: the document has no other. */
  add(code: WarningCode, message: string, inside?: string): void {
    this.arose++
    const nodeId = inside === undefined ? undefined : instanceOf(inside)
    const key = `${code} ${nodeId ?? ''} ${message}`
    // Content that is left out is reported however much else there is to say.
    if ((this.list.length >= max && code !== 'LOOP_TRUNCATED') || this.#seen.has(key)) return
    this.#seen.add(key)
    this.list.push(nodeId === undefined ? { code, message } : { code, node_id: nodeId, message })
  }
  /** Whether anything was said of the node. */
  isAbout(nodeId: string): boolean {
    return this.list.some(({ node_id }) => node_id === instanceOf(nodeId))
  }
}
