import { type EmailDocument, type Row, isEqual } from '../../document/index.ts'
import type { Palette } from '../style/palette.ts'
import type { Sheet, Use } from '../style/sheet.ts'
import type { Values } from '../values/values.ts'
import { type Meter, queryAgain, distinct } from './recorder.ts'

interface Tools {
  meter: Meter
  palette: Palette
  sheet: Sheet
  values: Values
}

interface RenderedRow {
  html: string
  uses: readonly Use[]
  size: number
}

/**
 * Cache of the rows that an editor has rendered. Documents are immutable: an identical row object renders to the same
 * HTML while the rest of the document is equal. One per editor, which must render with the same options each time.
 */
export class RenderedRows {
  #rows = new WeakMap<Row, RenderedRow>()
  #document: EmailDocument | undefined

  /** Drops cached rows if the document differs in more than its rows. */
  begin(document: EmailDocument): void {
    if (this.#document !== undefined && !differsInRowsAlone(this.#document, document)) this.#rows = new WeakMap()
    this.#document = document
  }

  /** Returns the identical string of the last rendering if its classes have the same names. */
  render({ meter, palette, sheet, values }: Tools, row: Row, renderFresh: () => string): string {
    const known = this.#rows.get(row)
    if (known !== undefined && queryAgain(known.uses, { palette, sheet })) {
      meter.add(known.size)
      return known.html
    }
    const [{ arose }, { size }] = [values.warnings, meter]
    const log: Use[] = []
    sheet.log = palette.log = log
    const html = renderFresh()
    sheet.log = palette.log = undefined
    // Rows with warnings are rendered each time, so that the warnings are reported each time.
    if (values.warnings.arose === arose) {
      this.#rows.set(row, { html, uses: distinct(log, 0), size: meter.size - size })
    }
    return html
  }
}

function differsInRowsAlone(before: EmailDocument, after: EmailDocument): boolean {
  const names = Object.keys(after) as (keyof EmailDocument)[]
  if (names.length !== Object.keys(before).length) return false
  return names.every((name) => name === 'rows' || before[name] === after[name] || isEqual(before[name], after[name]))
}
