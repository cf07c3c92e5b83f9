import { effect } from '@preact/signals'
import { expect, test } from 'bun:test'
import { roveTo } from '../../src/ui/controls/index.ts'
import { createToaster, placeFloating } from '../../src/ui/overlays/index.ts'
import { type Line, between, findByLetter, readTreeKey } from '../../src/ui/tree/index.ts'

const viewport = { width: 400, height: 300 }
const size = { width: 100, height: 80 }
const anchor = { left: 50, top: 40, width: 60, height: 20 }

test('a floating element is below its anchor, aligned at its start', () => {
  expect(placeFloating({ anchor, size, viewport, side: 'below' })).toEqual({ left: 50, top: 64 })
  expect(placeFloating({ anchor, size, viewport, side: 'below', isRtl: true })).toEqual({ left: 10, top: 64 })
})

test('it flips to the other side if it does not fit, and stays within the viewport', () => {
  const low = { ...anchor, top: 270 }
  expect(placeFloating({ anchor: low, size, viewport, side: 'below' }).top).toBe(186)
  expect(placeFloating({ anchor: { ...anchor, left: 390 }, size, viewport, side: 'below' }).left).toBe(292)
  expect(placeFloating({ anchor: { ...anchor, left: -300 }, size, viewport, side: 'below' }).left).toBe(8)
})

test('the inline side follows the reading direction', () => {
  const middle = { left: 180, top: 100, width: 20, height: 20 }
  expect(placeFloating({ anchor: middle, size, viewport, side: 'end' }).left).toBe(204)
  expect(placeFloating({ anchor: middle, size, viewport, side: 'end', isRtl: true }).left).toBe(76)
})

test('arrow keys move in reading direction and wrap around', () => {
  expect(roveTo('ArrowRight', 2, 3, 'row')).toBe(0)
  expect(roveTo('ArrowRight', 1, 3, 'row-rtl')).toBe(0)
  expect(roveTo('ArrowDown', 0, 3, 'row')).toBeUndefined()
  expect(roveTo('End', 0, 3, 'column')).toBe(2)
  expect(roveTo('ArrowUp', -1, 3, 'column')).toBe(1)
})

test('the newest three notices are kept', () => {
  const toaster = createToaster()
  for (const text of ['one', 'two', 'three', 'four']) toaster.show(text)
  expect(toaster.toasts.value.map(({ text }) => text)).toEqual(['two', 'three', 'four'])
  toaster.dismiss(toaster.toasts.value[1]?.id ?? 0)
  expect(toaster.toasts.value).toHaveLength(2)
})

test('a notice shown by an effect is shown once, and stays dismissed', () => {
  const toaster = createToaster()
  const stop = effect(() => toaster.show('Not done'))
  expect(toaster.toasts.value).toHaveLength(1)
  toaster.dismiss(toaster.toasts.value[0]?.id ?? 0)
  expect(toaster.toasts.value).toEqual([])
  stop()
})

const lines: Line[] = [
  { id: 'hero', depth: 0, hasChildren: true, isOpen: true },
  { id: 'title', depth: 1, hasChildren: false, isOpen: false },
  { id: 'footer', depth: 0, hasChildren: true, isOpen: false },
]

test('keys navigate, expand and collapse a tree', () => {
  expect(readTreeKey('ArrowDown', lines, 0)).toEqual({ kind: 'focus', id: 'title' })
  expect(readTreeKey('ArrowRight', lines, 0)).toEqual({ kind: 'focus', id: 'title' })
  expect(readTreeKey('ArrowRight', lines, 2)).toEqual({ kind: 'open', id: 'footer' })
  expect(readTreeKey('ArrowLeft', lines, 0)).toEqual({ kind: 'close', id: 'hero' })
  expect(readTreeKey('ArrowLeft', lines, 1)).toEqual({ kind: 'focus', id: 'hero' })
  expect(readTreeKey('ArrowUp', lines, 0)).toBeUndefined()
  expect(readTreeKey('End', lines, 0)).toEqual({ kind: 'focus', id: 'footer' })
})

test('typing finds the next item with that prefix', () => {
  expect(findByLetter('b', ['Banner', 'Text', 'button'], 0)).toBe(2)
  expect(findByLetter('x', ['Banner'], 0)).toBe(-1)
})

test('a choice of several lines goes from one to another in either direction, the other one last', () => {
  const ids = ['hero', 'title', 'intro', 'footer']
  expect(between(ids, 'title', 'footer')).toEqual(['title', 'intro', 'footer'])
  expect(between(ids, 'intro', 'hero')).toEqual(['intro', 'title', 'hero'])
  expect(between(ids, 'title', 'title')).toEqual(['title'])
  expect(between(ids, 'gone', 'title')).toEqual(['title'])
  expect(between(ids, 'title', 'gone')).toEqual([])
})
