import type { NativeNote } from '../../data/index.ts'
import { type ModuleFinding, instanceOf } from '../../document/index.ts'

/** A problem in the result for its author; never a reason to reject the document. */
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
  | 'TRANSLATION_OUTDATED'
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

/** Maximum warnings of a rendering. */
const max = 100

/** Warnings of one rendering, deduplicated, in the order of occurrence. */
export class Warnings {
  readonly list: Warning[] = []
  /** Number of warnings including duplicates: pieces with warnings are rendered each time. */
  arose = 0
  readonly #seen = new Set<string>()

  /** A warning about a node inside a module is attributed to the instance, the only node in the document. */
  add(code: WarningCode, message: string, inside?: string): void {
    this.arose++
    const nodeId = inside === undefined ? undefined : instanceOf(inside)
    const key = `${code} ${nodeId ?? ''} ${message}`
    // Omitted content is reported even beyond the limit.
    if ((this.list.length >= max && code !== 'LOOP_TRUNCATED') || this.#seen.has(key)) return
    this.#seen.add(key)
    this.list.push(nodeId === undefined ? { code, message } : { code, node_id: nodeId, message })
  }
  isAbout(nodeId: string): boolean {
    return this.list.some(({ node_id }) => node_id === instanceOf(nodeId))
  }
}
