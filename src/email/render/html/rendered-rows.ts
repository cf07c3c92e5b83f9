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
 * The rows that an editor has rendered. Documents are values: a row that is the same object renders the same, as long as all else in
 * the document is equal. One for each editor, which renders with the same options every time.
 */
export class RenderedRows {
  #rows = new WeakMap<Row, RenderedRow>()
  #document: EmailDocument | undefined

  /** Says which document is rendered now. */
  begin(document: EmailDocument): void {
    if (this.#document !== undefined && !differsInRowsAlone(this.#document, document)) this.#rows = new WeakMap()
    this.#document = document
  }

  /** What a row renders: the very string of the last time, when its classes still have the names of then. */
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
    // What warns is rendered anew each time, so that it is notified each time.
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
