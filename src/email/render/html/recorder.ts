import type { Palette } from '../style/palette.ts'
import type { Sheet, Use } from '../style/sheet.ts'
import type { Values } from '../values/values.ts'
import type { CacheGap, Memory, Piece, CacheKey } from './row-cache.ts'
import { limits } from '../../../kernel/limits.ts'
import { tooLarge } from '../too-large.ts'

interface Tools {
  memory: Memory
  values: Values
  sheet: Sheet
  palette: Palette
  meter: Meter
}

/**
 * Renders pieces of HTML once and takes them from memory afterwards. While a piece is rendered for the first time, a mark
 * is in it for each gap that data fills: two NULs and a number, and no writer lets a NUL through.
 */
export class Recorder {
  readonly #tools: Tools
  /** The uses of sheet and palette by the pieces being recorded. */
  readonly #log: Use[] = []
  /** The gaps met since the outermost piece began, and what was written there this time. */
  readonly #gaps: CacheGap[] = []
  readonly #written: string[] = []
  #depth = 0

  constructor(tools: Tools) {
    this.#tools = tools
  }

  /** A piece; `key` and `place` must say all that it depends on. */
  piece(key: object, place: CacheKey, render: () => string): string {
    const known = this.#tools.memory.pieces.get(key)
    if (known !== undefined && isSamePosition(known.place, place)) {
      if (known.parts === undefined) return render()
      const from = this.#gaps.length
      // Filled first: a piece that does not fit must not have requested its classes.
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

  /** What data writes in a gap. What surrounds it may depend on nothing but whether it `fits`. */
  gap<Source>(write: (values: Values, source: Source) => string, source: Source, fits?: CacheGap['fits']): string {
    const { nodeId } = this.#tools.values
    return this.#write({ write: (values) => write(values, source), fits, nodeId }).text
  }

  #record(key: object, place: CacheKey, render: () => string): string {
    const { memory, meter, values } = this.#tools
    const { asked } = values
    const { arose } = values.warnings
    const [uses, gaps, size] = [this.#log.length, this.#gaps.length, meter.size]
    const rendered = render()
    const isKnown = values.asked === asked && values.warnings.arose === arose
    memory.pieces.set(key, {
      place,
      parts: isKnown ? partsOf(rendered, gaps) : undefined,
      gaps: isKnown ? this.#gaps.slice(gaps) : [],
      uses: isKnown ? distinct(this.#log, uses) : [],
      size: meter.size - size,
    })
    return rendered
  }

  // In the order the gaps were met, which is the order of their warnings; undefined when one does not fit.
  #fill(gaps: readonly CacheGap[]): string[] | undefined {
    const all: string[] = []
    for (const gap of gaps) {
      const { text, fits } = this.#write(gap)
      if (!fits) return undefined
      all.push(text)
    }
    return all
  }

  // While a piece is recorded, a mark for what fits: its warnings and questions are not those of the piece around it.
  #write(gap: CacheGap): { text: string; fits: boolean } {
    const { meter, values } = this.#tools
    const { asked, nodeId, warnings } = values
    const { arose } = warnings
    values.nodeId = gap.nodeId
    const text = gap.write(values)
    values.nodeId = nodeId
    const fits = gap.fits === undefined || gap.fits(text)
    const isData = values.asked !== asked || warnings.arose !== arose
    if (this.#depth === 0 || !fits || !isData) return { text, fits }
    values.asked = asked
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
 * Requests what a piece requested when it was rendered; false when a class is not that of then. Those requested in vain are the
 * first ones that rendering anew requests.
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

/** Text and numbers of gaps in turn; `first` is the gap that counts as 0. */
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

/** What was requested since a place in the log, each once, in order. */
export function distinct(log: readonly Use[], from: number): readonly Use[] {
  const uses: Use[] = []
  for (let at = from; at < log.length; at++) {
    const use = log[at]
    if (use !== undefined && !uses.some(({ kind, text }) => kind === use.kind && text === use.text)) uses.push(use)
  }
  return uses
}

/** Counts what a rendering renders, so that loops inside loops stop in time. */
export class Meter {
  size = 0

  /** Throws TooLarge. */
  add(characters: number): void {
    this.size += characters
    if (this.size > limits.renderBytes) throw tooLarge('HTML', this.size)
  }
}
