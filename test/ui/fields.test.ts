import { describe, expect, test } from 'bun:test'
import {
  type BorderValue,
  fromHsv,
  isEven,
  matchSuggestions,
  readNumber,
  readTypedColor,
  cacheColor,
  settleNumber,
  stepByKey,
  stepByPage,
  toHsv,
  toggleSide,
  withSide,
} from '../../src/ui/fields/index.ts'

describe('a number', () => {
  test('is read with its unit, with a comma, and as a small sum', () => {
    expect(['12', '12px', ' 1,5 ', '-3', '16+8', '100/4', '50%'].map(readNumber)).toEqual([12, 12, 1.5, -3, 24, 25, 50])
    expect(['', 'px', 'abc', '1/0', '1e999', '2+'].map(readNumber)).toEqual(Array(6).fill(undefined))
  })

  test('settles on its grain and within its bounds', () => {
    expect(settleNumber(1.234, { step: 0.05 })).toBe(1.25)
    expect(settleNumber(0.1 + 0.2, { step: 0.1 })).toBe(0.3)
    expect(settleNumber(250, { min: 0, max: 96 })).toBe(96)
    expect(settleNumber(440, { step: 100, min: 100, max: 900 })).toBe(400)
  })

  test('moves by arrow keys, ten times as far with Shift', () => {
    expect(stepByKey(16, { key: 'ArrowUp', shiftKey: false }, {})).toBe(17)
    expect(stepByKey(16, { key: 'ArrowDown', shiftKey: true }, { min: 8 })).toBe(8)
    expect(stepByKey(16, { key: 'ArrowLeft', shiftKey: false }, {})).toBeUndefined()
  })
})

test('a number moves along a scale by the page keys, from between its steps and not beyond its ends', () => {
  const steps = [0, 4, 8, 16]
  expect([0, 5, 16].map((value) => stepByPage(value, 'PageUp', steps))).toEqual([4, 8, undefined])
  expect([0, 5, 99].map((value) => stepByPage(value, 'PageDown', steps))).toEqual([undefined, 4, 16])
  expect(stepByPage(4, 'ArrowUp', steps)).toBeUndefined()
})

describe('a box', () => {
  test('is uniform if all sides are equal, and can change side by side', () => {
    expect(isEven([8, 8, 8, 8])).toBe(true)
    expect(withSide([8, 8, 8, 8], 2, 16)).toEqual([8, 8, 16, 8])
    expect(isEven([8, 8, 16, 8])).toBe(false)
  })
})

describe('a border', () => {
  const line: BorderValue = { width: 1, style: 'solid', color: '#000000' }
  test('removes and restores sides; all four sides are the default', () => {
    const three = toggleSide(line, 'top')
    expect(three?.sides).toEqual(['right', 'bottom', 'left'])
    expect(three === undefined ? three : toggleSide(three, 'top')).toEqual(line)
  })
  test('without a side is no border', () => {
    expect(toggleSide({ ...line, sides: ['left'] }, 'left')).toBeUndefined()
  })
})

describe('a color', () => {
  test('converts to hue, saturation and brightness and back', () => {
    for (const color of ['#000000', '#ffffff', '#ff0000', '#0b6e4f', '#123456', '#fedcba'])
      expect(fromHsv(toHsv(color))).toBe(color)
    expect(toHsv('#808080', 210).h).toBe(210)
  })
  test('is parsed in all common notations', () => {
    expect(['abc', '#ABC', '0b6e4f', 'rgb(11, 110, 79)'].map(readTypedColor)).toEqual([
      '#aabbcc',
      '#aabbcc',
      '#0b6e4f',
      '#0b6e4f',
    ])
    expect(['', 'blue-ish', '#12345', 'rgb(300, 0, 0)'].map(readTypedColor)).toEqual(Array(4).fill(undefined))
  })
  test('is kept once in recent colors, newest first, up to eight', () => {
    const recent = [...'abcdefgh'].map((letter) => `#${letter.repeat(6)}`)
    expect(cacheColor(recent, '#cccccc')).toEqual(['#cccccc', ...recent.filter((color) => color !== '#cccccc')])
    expect(cacheColor(recent, '#000000')).toHaveLength(8)
  })
})

test('suggestions match every word, ignoring accents, with prefix matches first', () => {
  const fields = [{ label: 'Nächste Stadt' }, { label: 'Stadt', detail: 'customer.city' }, { label: 'Name' }]
  expect(matchSuggestions(fields, 'stadt').map(({ label }) => label)).toEqual(['Stadt', 'Nächste Stadt'])
  expect(matchSuggestions(fields, 'nachste st')).toHaveLength(1)
  expect(matchSuggestions(fields, 'city')).toHaveLength(1)
  expect(matchSuggestions(fields, '')).toHaveLength(3)
})
