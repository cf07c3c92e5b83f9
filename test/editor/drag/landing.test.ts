import { describe, expect, test } from 'bun:test'
import { edgeSpeed } from '../../../src/editor/drag/drag.ts'
import { type DropTarget, dropTargetsFor, landingAt, landingIn } from '../../../src/editor/drag/landing.ts'
import { newBlock, newSection } from '../../../src/editor/actions/index.ts'
import { outlineOf } from '../../../src/editor/state/index.ts'
import type { Column } from '../../../src/email/document/index.ts'
import { welcomeEmail } from '../page/emails.ts'

const box = (left: number, top: number, width: number, height: number) => ({ left, top, width, height })
const boxes: Record<string, ReturnType<typeof box>> = {
  hero: box(50, 0, 600, 180),
  top: box(50, 0, 600, 180),
  title: box(50, 0, 600, 60),
  intro: box(50, 60, 600, 60),
  go: box(50, 120, 600, 60),
  pair: box(50, 180, 600, 100),
  left: box(50, 180, 300, 100),
  right: box(350, 180, 300, 100),
  first: box(50, 180, 300, 100),
  second: box(350, 180, 300, 60),
  end: box(50, 280, 600, 20),
  foot: box(50, 280, 600, 20),
  line: box(50, 280, 600, 20),
}
const outline = outlineOf(welcomeEmail())
const page = box(0, 0, 700, 300)
const homes = (node: Parameters<typeof dropTargetsFor>[1]) => dropTargetsFor(outline, node, (id) => boxes[id], page)
const land = (all: DropTarget[], x: number, y: number, isRow = false) => landingAt(all, x, y, isRow)?.position

describe('a block lands', () => {
  const all = homes(newBlock('text'))
  test('before the first block whose middle is below the pointer', () => {
    expect(land(all, 100, 40)).toEqual({ parent: 'top', index: 1 })
    expect(land(all, 100, 89)).toEqual({ parent: 'top', index: 1 })
    expect(land(all, 100, 91)).toEqual({ parent: 'top', index: 2 })
  })
  test('in the column under the pointer, or the nearest one', () => {
    expect(land(all, 400, 230)).toEqual({ parent: 'right', index: 1 })
    expect(land(all, 690, 230)).toEqual({ parent: 'right', index: 1 })
    expect(land(all, 10, 230)).toEqual({ parent: 'left', index: 0 })
  })
  test('between two sections at their very edge, and below the last one', () => {
    expect(land(all, 300, 184)).toEqual({ parent: 'root', index: 1 })
    expect(land(all, 300, 330)).toEqual({ parent: 'root', index: 3 })
  })
  test('with a line as wide as what it lands in, in the middle of the gap', () => {
    const landing = landingAt(all, 100, 89, false)
    expect(landing?.line).toEqual(box(50, 58.5, 600, 3))
    expect(landing?.home).toEqual(box(50, 0, 600, 180))
  })
})

test('a section lands between sections only', () => {
  const all = homes(newSection([1]))
  expect(all.map(({ id }) => id)).toEqual(['root'])
  expect(land(all, 300, 200, true)).toEqual({ parent: 'root', index: 1 })
  expect(land(all, 300, 260, true)).toEqual({ parent: 'root', index: 2 })
})

test('a column lands beside columns, with an upright line', () => {
  const column = outline.entries.get('left')?.node as Column
  const all = homes(column)
  const landing = landingAt(all, 500, 230, false)
  expect(landing?.position).toEqual({ parent: 'pair', index: 1 })
  expect(landing?.line).toEqual(box(348.5, 180, 3, 100))
})

test('a node cannot be dropped into itself', () => {
  const columns = { ...newBlock('columns'), id: 'nest' }
  expect(homes(columns).some(({ id }) => id === 'nest')).toBe(false)
})

test('finding the drop position takes the same time for any email', () => {
  const children = Array.from({ length: 4000 }, (_, index) => box(0, index * 10, 600, 10))
  const home: DropTarget = { id: 'long', box: box(0, 0, 600, 40_000), isRow: false, children }
  expect(landingIn(home, 10, 12_345).position.index).toBe(1234)
})

test('the stage scrolls near its edges, the faster the deeper, and nowhere else', () => {
  const view = { left: 0, right: 800, top: 48, bottom: 800 }
  expect(edgeSpeed(view, 400, 400)).toBe(0)
  expect(edgeSpeed(view, 400, 60)).toBeLessThan(edgeSpeed(view, 400, 90))
  expect(edgeSpeed(view, 400, 790)).toBeGreaterThan(edgeSpeed(view, 400, 760))
  expect(edgeSpeed(view, 900, 60)).toBe(0)
})
