import { expect, test } from 'bun:test'
import type { Column, ColumnWidth } from '../../../src/email/document/index.ts'
import { columnSizes, filledWidth } from '../../../src/email/render/html/column-widths.ts'

const rows: readonly (readonly ColumnWidth[])[] = [
  [],
  [{ pct: 100 }],
  [{ pct: 33.33 }, { pct: 33.33 }, { pct: 33.33 }],
  [{ pct: 33.3333 }, { pct: 33.3333 }, { pct: 33.3334 }],
  [{ px: 200 }, { pct: 50 }],
  [{ px: 500 }, { px: 400 }],
  [{ fr: 1 }, { fr: 2 }, { px: 100 }],
]

test('columns fill the sum of their sizes', () => {
  for (const widths of rows) {
    const columns = widths.map((width, at): Column => ({ id: `c${at}`, type: 'column', width, blocks: [] }))
    for (const room of [600, 599, 320, 1]) {
      const sum = columnSizes(columns, room).reduce((total, { px }) => total + px, 0)
      expect(filledWidth(columns, room)).toBe(sum)
    }
  }
})
