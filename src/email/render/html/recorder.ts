import type { Palette } from '../style/palette.ts'
import type { Sheet, Use } from '../style/sheet.ts'
import type { Values } from '../values/values.ts'
import type { CacheGap, RowCache, Piece, CacheKey } from './row-cache.ts'
import { limits } from '../../../kernel/limits.ts'
import { tooLarge } from '../too-large.ts'

interface Tools {
  cache: RowCache
  values: Values
  sheet: Sheet
  palette: Palette
  meter: Meter
}

/**
 * Renders pieces of HTML once and reuses them. The first rendering of a piece has a mark for each gap that data
 * fills: two NULs and a number, which cannot collide with content because all writers drop NUL.
 */
export class Recorder {
  readonly #tools: Tools
  /** Uses of sheet and palette by the pieces that are being recorded. */
  readonly #log: Use[] = []
  /** Gaps since the start of the outermost piece, and the text written into each. */
  readonly #gaps: CacheGap[] = []
  readonly #written: string[] = []
  #depth = 0

  constructor(tools: Tools) {
    this.#tools = tools
  }

  /** `key` and `place` must identify everything that the piece depends on. */
  piece(key: object, place: CacheKey, render: () => string): string {
    const known = this.#tools.cache.pieces.get(key)
    if (known !== undefined && isSamePosition(known.place, place)) {
      if (known.parts === undefined) return render()
      const from = this.#gaps.length
      // Filled first: a piece that does not fit must not request its classes.
      const written = this.#fill(known.gaps)
      if (written !== undefined && queryAgain(known.uses, this.#tools)) {
        this.#tools.meter.add(known.size)
        return join(known.parts, written)
      }
      this.#gaps.length = this.#written.length = from
      if (written === undefined) return render()
    }
    this.#open()
    const rendered = this.#record(key, place, render)
    const html = this.#depth === 1 ? this.#resolve(rendered) : rendered
    this.#close()
    return html
  }

  /** Writes data into a gap. The surrounding markup may depend only on whether the text `fits`. */
  gap<Source>(write: (values: Values, source: Source) => string, source: Source, fits?: CacheGap['fits']): string {
    const { nodeId } = this.#tools.values
    return this.#write({ write: (values) => write(values, source), fits, nodeId }).text
  }

  #record(key: object, place: CacheKey, render: () => string): string {
    const { cache, meter, values } = this.#tools
    const { accesses } = values
    const { arose } = values.warnings
    const [uses, gaps, size] = [this.#log.length, this.#gaps.length, meter.size]
    const rendered = render()
    const isKnown = values.accesses === accesses && values.warnings.arose === arose
    cache.pieces.set(key, {
      place,
      parts: isKnown ? partsOf(rendered, gaps) : undefined,
      gaps: isKnown ? this.#gaps.slice(gaps) : [],
      uses: isKnown ? distinct(this.#log, uses) : [],
      size: meter.size - size,
    })
    return rendered
  }

  // In recording order, which is the order of their warnings; undefined if one does not fit.
  #fill(gaps: readonly CacheGap[]): string[] | undefined {
    const all: string[] = []
    for (const gap of gaps) {
      const { text, fits } = this.#write(gap)
      if (!fits) return undefined
      all.push(text)
    }
    return all
  }

  // While a piece is recorded, text that fits becomes a mark: its warnings and data accesses do not belong to the
  // surrounding piece.
  #write(gap: CacheGap): { text: string; fits: boolean } {
    const { meter, values } = this.#tools
    const { accesses, nodeId, warnings } = values
    const { arose } = warnings
    values.nodeId = gap.nodeId
    const text = gap.write(values)
    values.nodeId = nodeId
    const fits = gap.fits === undefined || gap.fits(text)
    const isData = values.accesses !== accesses || warnings.arose !== arose
    if (this.#depth === 0 || !fits || !isData) return { text, fits }
    values.accesses = accesses
    warnings.arose = arose
    meter.add(text.length)
    this.#written.push(text)
    return { text: `\0${this.#gaps.push(gap) - 1}\0`, fits }
  }

  #open(): void {
    if (this.#depth++ === 0) this.#tools.sheet.log = this.#tools.palette.log = this.#log
  }

  #close(): void {
    if (--this.#depth > 0) return
    this.#tools.sheet.log = this.#tools.palette.log = undefined
    this.#log.length = this.#gaps.length = this.#written.length = 0
  }

  #resolve(rendered: string): string {
    return this.#gaps.length === 0 ? rendered : join(partsOf(rendered, 0), this.#written)
  }
}

/**
 * Repeats the requests of a cached piece; false if a class has another name now. The requests up to then are the
 * first ones of the new rendering, so they do no harm.
 */
export function queryAgain(uses: readonly Use[], { palette, sheet }: Pick<Tools, 'palette' | 'sheet'>): boolean {
  for (const use of uses) {
    if (use.kind === 'font') palette.font(use.text)
    else if (!sheet.again(use)) return false
  }
  return true
}

function isSamePosition(left: CacheKey, right: CacheKey): boolean {
  return left.width === right.width && left.around === right.around && left.variant === right.variant
}

/** Alternates text and gap numbers; `first` is the gap that counts as 0. */
function partsOf(rendered: string, first: number): (string | number)[] {
  const parts: (string | number)[] = rendered.split('\0')
  for (let at = 1; at < parts.length; at += 2) parts[at] = Number(parts[at]) - first
  return parts
}

function join(parts: Piece['parts'] & object, written: readonly string[]): string {
  let html = ''
  for (const part of parts) html += typeof part === 'string' ? part : written[part]
  return html
}

/** Requests since an index of the log, deduplicated, in order. */
export function distinct(log: readonly Use[], from: number): readonly Use[] {
  const uses: Use[] = []
  for (let at = from; at < log.length; at++) {
    const use = log[at]
    if (use !== undefined && !uses.some(({ kind, text }) => kind === use.kind && text === use.text)) uses.push(use)
  }
  return uses
}

/** Counts rendered characters, so that nested loops stop at the limit. */
export class Meter {
  size = 0

  /** Throws TooLarge. */
  add(characters: number): void {
    this.size += characters
    if (this.size > limits.renderBytes) throw tooLarge('HTML', this.size)
  }
}
