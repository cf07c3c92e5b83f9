import type { EmailDocument } from '../../document/index.ts'
import type { BlockTypes } from '../block-type.ts'
import type { ComputedStyle } from '../style/computed-style.ts'
import type { Use } from '../style/sheet.ts'
import type { Values } from '../values/values.ts'

/** Where a piece was rendered. */
export interface CacheKey {
  /** Room in px. */
  width: number
  /** Text of the surroundings. */
  around: ComputedStyle | undefined
  /** What else it depends on, and whether Outlook gets it, as one number. */
  variant: number
}

/** A place in a piece that data fills: what is written there is requested each time. */
export interface CacheGap {
  write(values: Values): string
  /** Whether the piece around it looks the same with this text in it; with any text unless said. */
  fits?: ((text: string) => boolean) | undefined
  nodeId: string | undefined
}

/** A piece of HTML in which data had no part but to fill its gaps, with all that rendering it did beside. */
export interface Piece {
  place: CacheKey
  /** Text, and the numbers of the gaps in it; undefined when data or a warning had another part: then it is rendered anew. */
  parts: readonly (string | number)[] | undefined
  gaps: readonly CacheGap[]
  uses: readonly Use[]
  /** What it counts against the limit of a rendering. */
  size: number
}

/** What one document's renderings may take over from each other. Documents are values: nothing in it can go stale. */
export class Memory {
  readonly pieces = new WeakMap<object, Piece>()
  readonly styles = new WeakMap<object, { around: ComputedStyle | undefined; style: ComputedStyle }>()
  readonly handed = new WeakMap<object, { around: ComputedStyle | undefined; text: ComputedStyle | undefined }>()
}

interface Cached {
  blocks: BlockTypes
  /** The options that decide more than what data says. */
  key: string
  /** Undefined after the first rendering: most documents are rendered once, and remembering costs more than it saves. */
  memory: Memory | undefined
}

const known = new WeakMap<EmailDocument, Cached[]>()
const max = 4

/** The memory of a document for these options; undefined the first time. */
export function memoryOf(document: EmailDocument, blocks: BlockTypes, key: string): Memory | undefined {
  const all = known.get(document)
  if (all === undefined) {
    known.set(document, [{ blocks, key, memory: undefined }])
    return undefined
  }
  for (const one of all) if (one.key === key && one.blocks === blocks) return (one.memory ??= new Memory())
  if (all.length >= max) all.shift()
  all.push({ blocks, key, memory: undefined })
  return undefined
}
