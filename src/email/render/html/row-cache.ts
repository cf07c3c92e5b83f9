import type { EmailDocument } from '../../document/index.ts'
import type { BlockTypes } from '../block-type.ts'
import type { ComputedStyle } from '../style/computed-style.ts'
import type { Use } from '../style/sheet.ts'
import type { Values } from '../values/values.ts'

export interface CacheKey {
  /** Available width, px. */
  width: number
  /** Inherited text style. */
  around: ComputedStyle | undefined
  /** A number that encodes all other dependencies, including whether the content reaches Outlook. */
  variant: number
}

/** A position that data fills: its text is requested in each rendering. */
export interface CacheGap {
  write(values: Values): string
  /** True if the surrounding piece is the same with this text. Default: any text fits. */
  fits?: ((text: string) => boolean) | undefined
  nodeId: string | undefined
}

/** A piece of HTML in which data only fills gaps, with the side effects of rendering it. */
export interface Piece {
  place: CacheKey
  /**
   * Text and gap numbers; undefined if data or a warning affected more than gaps: the piece is then rendered each
   * time.
   */
  parts: readonly (string | number)[] | undefined
  gaps: readonly CacheGap[]
  uses: readonly Use[]
  size: number
}

/** Cache shared by the renderings of one document. Documents are immutable, so entries never become stale. */
export class RowCache {
  readonly pieces = new WeakMap<object, Piece>()
  readonly styles = new WeakMap<object, { around: ComputedStyle | undefined; style: ComputedStyle }>()
  readonly inherited = new WeakMap<object, { around: ComputedStyle | undefined; text: ComputedStyle | undefined }>()
}

interface Cached {
  blocks: BlockTypes
  /** Options that affect more than the data. */
  key: string
  /**
   * Undefined after the first rendering: most documents are rendered once, for which caching costs more than it
   * saves.
   */
  cache: RowCache | undefined
}

const known = new WeakMap<EmailDocument, Cached[]>()
const max = 4

/** The cache of a document for these options; undefined on the first call. */
export function rowCacheOf(document: EmailDocument, blocks: BlockTypes, key: string): RowCache | undefined {
  const all = known.get(document)
  if (all === undefined) {
    known.set(document, [{ blocks, key, cache: undefined }])
    return undefined
  }
  for (const one of all) if (one.key === key && one.blocks === blocks) return (one.cache ??= new RowCache())
  if (all.length >= max) all.shift()
  all.push({ blocks, key, cache: undefined })
  return undefined
}
