import { describe, expect, test } from 'bun:test'
import { type KeyPress, ariaShortcut, isPressed, keysOf, platformOf, printShortcut } from '../../src/ui/keys.ts'

const press = (key: string, held: Partial<KeyPress> = {}): KeyPress => ({
  key,
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  shiftKey: false,
  ...held,
})

describe('a shortcut', () => {
  test('with Mod is Ctrl, and ⌘ on Apple’s machines', () => {
    expect(isPressed('Mod+Z', press('z', { ctrlKey: true }), 'other')).toBe(true)
    expect(isPressed('Mod+Z', press('z', { metaKey: true }), 'other')).toBe(false)
    expect(isPressed('Mod+Z', press('z', { metaKey: true }), 'apple')).toBe(true)
    expect(isPressed('Mod+Z', press('z', { ctrlKey: true }), 'apple')).toBe(false)
  })

  test('with Shift is another than without', () => {
    expect(isPressed('Mod+Z', press('Z', { ctrlKey: true, shiftKey: true }), 'other')).toBe(false)
    expect(isPressed('Mod+Shift+Z', press('Z', { ctrlKey: true, shiftKey: true }), 'other')).toBe(true)
  })

  test('of a symbol is independent of the keys that type it', () => {
    expect(isPressed('?', press('?', { shiftKey: true }), 'other')).toBe(true)
    expect(isPressed('/', press('/', { shiftKey: true }), 'other')).toBe(true)
    expect(isPressed('?', press('?', { ctrlKey: true }), 'other')).toBe(false)
  })

  test('works on keyboards without Latin letters', () => {
    expect(isPressed('Mod+Z', press('я', { ctrlKey: true, code: 'KeyZ' }), 'other')).toBe(true)
    expect(isPressed('Mod+D', press('ي', { ctrlKey: true, code: 'KeyD' }), 'other')).toBe(true)
  })

  test('is printed as the platform prints keys', () => {
    expect(printShortcut('Mod+Shift+Z', 'other')).toBe('Ctrl+Shift+Z')
    expect(printShortcut('Mod+Shift+Z', 'apple')).toBe('⇧⌘Z')
    expect(keysOf('Alt+ArrowUp', 'other')).toEqual(['Alt', '↑'])
    expect(keysOf('Escape', 'other')).toEqual(['Esc'])
    expect(keysOf('Shift+Enter', 'other')).toEqual(['Shift', 'Enter'])
    expect(keysOf('Shift+Enter', 'apple')).toEqual(['⇧', '↩'])
    expect(ariaShortcut('Mod+D', 'apple')).toBe('Meta+D')
    expect(ariaShortcut('Mod+D', 'other')).toBe('Control+D')
  })
})

test('the platform is read from what the browser tells', () => {
  expect(platformOf({ platform: 'MacIntel' })).toBe('apple')
  expect(platformOf({ platform: 'Linux x86_64' })).toBe('other')
  expect(platformOf({ userAgent: 'Mozilla/5.0 (iPhone)' })).toBe('apple')
})
