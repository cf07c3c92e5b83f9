import type { Palette } from '../style/palette.ts'
import type { Sheet, Use } from '../style/sheet.ts'
import type { Values } from '../values/values.ts'
import type { Gap, Memory, Piece, Place } from './memory.ts'
import type { Meter } from './meter.ts'

/** What one rendering draws with. */
interface Tools {
  memory: Memory
  values: Values
  sheet: Sheet
  palette: Palette
  meter: Meter
}

/**
 * Draws pieces of HTML once and takes them from memory afterwards. While a piece is drawn for the first time, a mark
 * stands in it for each gap that data fills: two NULs and a number, and no writer lets a NUL through.
 */
export class Recorder {
  readonly #tools: Tools
  /** What has been asked of sheet and palette by the pieces being recorded. */
  readonly #log: Use[] = []
  /** The gaps met since the outermost piece began, and what was written there this time. */
  readonly #gaps: Gap[] = []
  readonly #written: string[] = []
  #depth = 0

  constructor(tools: Tools) {
    this.#tools = tools
  }

  /** A piece; `key` and `place` must say all that it depends on. */
  piece(key: object, place: Place, draw: () => string): string {
    const known = this.#tools.memory.pieces.get(key)
    if (known !== undefined && isSamePlace(known.place, place)) {
      if (known.parts === undefined) return draw()
      if (this.#again(known.uses)) return this.#fill(known, known.parts)
    }
    this.#open()
    const drawn = this.#record(key, place, draw)
    const html = this.#depth === 1 ? this.#resolve(drawn) : drawn
    this.#close()
    return html
  }

  /** What data writes in a gap. It may be anything, also nothing, so nothing around it may depend on it. */
  gap(write: Gap['write']): string {
    return this.#write({ write, nodeId: this.#tools.values.nodeId })
  }

  #record(key: object, place: Place, draw: () => string): string {
    const { memory, meter, values } = this.#tools
    const { asked } = values
    const { arose } = values.warnings
    const [uses, gaps, size] = [this.#log.length, this.#gaps.length, meter.size]
    const drawn = draw()
    const isKnown = values.asked === asked && values.warnings.arose === arose
    memory.pieces.set(key, {
      place,
      parts: isKnown ? partsOf(drawn, gaps) : undefined,
      gaps: isKnown ? this.#gaps.slice(gaps) : [],
      uses: isKnown ? distinct(this.#log, uses) : [],
      size: meter.size - size,
    })
    return drawn
  }

  // Gaps are filled in the order they were met, which is the order of their warnings.
  #fill({ gaps, size }: Piece, parts: Piece['parts'] & object): string {
    this.#tools.meter.add(size)
    if (gaps.length === 0) return String(parts[0])
    const written = gaps.map((gap) => this.#write(gap))
    let html = ''
    for (const part of parts) html += typeof part === 'string' ? part : written[part]
    return html
  }

  // The warnings and questions of a gap are not those of the piece around it: it is filled anew each time.
  #write(gap: Gap): string {
    const { meter, values } = this.#tools
    const { asked, nodeId, warnings } = values
    const { arose } = warnings
    values.nodeId = gap.nodeId
    const text = gap.write(values)
    values.nodeId = nodeId
    // Outside all pieces it is read by nobody later; without a part of data it is the same each time.
    if (this.#depth === 0 || (values.asked === asked && warnings.arose === arose)) return text
    values.asked = asked
    warnings.arose = arose
    meter.add(text.length)
    this.#written.push(text)
    return `\0${this.#gaps.push(gap) - 1}\0`
  }

  #open(): void {
    if (this.#depth++ === 0) this.#tools.sheet.log = this.#tools.palette.log = this.#log
  }

  #close(): void {
    if (--this.#depth > 0) return
    this.#tools.sheet.log = this.#tools.palette.log = undefined
    this.#log.length = this.#gaps.length = this.#written.length = 0
  }

  #resolve(drawn: string): string {
    if (this.#gaps.length === 0) return drawn
    let html = ''
    for (const part of partsOf(drawn, 0)) html += typeof part === 'string' ? part : this.#written[part]
    return html
  }

  // The classes must be those of then; those asked for in vain are the first ones that drawing anew asks for.
  #again(uses: readonly Use[]): boolean {
    const { palette, sheet } = this.#tools
    for (const use of uses) {
      if (use.kind !== 'font') {
        if (!sheet.again(use)) return false
      } else {
        palette.webFonts.add(use.text)
        if (this.#depth > 0) this.#log.push(use)
      }
    }
    return true
  }
}

function isSamePlace(left: Place, right: Place): boolean {
  return left.width === right.width && left.around === right.around && left.variant === right.variant
}

/** Text and numbers of gaps in turn; `first` is the gap that counts as 0. */
function partsOf(drawn: string, first: number): (string | number)[] {
  const parts: (string | number)[] = drawn.split('\0')
  for (let at = 1; at < parts.length; at += 2) parts[at] = Number(parts[at]) - first
  return parts
}

function distinct(log: readonly Use[], from: number): readonly Use[] {
  const uses: Use[] = []
  for (let at = from; at < log.length; at++) {
    const use = log[at]
    if (use !== undefined && !uses.some(({ kind, text }) => kind === use.kind && text === use.text)) uses.push(use)
  }
  return uses
}
