import { describe, expect, test } from 'bun:test'
import { createTranslator, directionOf, nearestLocale } from '../../src/ui/locale/index.ts'

const english = {
  greeting: 'Hello, {name}',
  changes: { one: '{count} change kept', other: '{count} changes kept' },
} as const

describe('a translator', () => {
  test('inserts values and keeps placeholders without one', () => {
    const { t } = createTranslator('en', english, english)
    expect(t('greeting', { name: 'Ada' })).toBe('Hello, Ada')
    expect(t('greeting')).toBe('Hello, {name}')
    expect(t('greeting', { name: '{name}' })).toBe('Hello, {name}')
  })

  test('chooses the plural form of its language', () => {
    const { t } = createTranslator('en', english, english)
    expect([t('changes', { count: 1 }), t('changes', { count: 1200 })]).toEqual(['1 change kept', '1,200 changes kept'])
    const arabic = {
      changes: { zero: 'لا', one: 'واحد', two: 'اثنان', few: '{count} قليل', many: '{count} كثير', other: '{count}' },
    }
    const ar = createTranslator('ar', arabic, english)
    expect(ar.t('changes', { count: 2 })).toBe('اثنان')
    expect(ar.t('changes', { count: 3 })).toContain('قليل')
    expect(ar.dir).toBe('rtl')
  })

  test('falls back to the language that has every text', () => {
    const { t } = createTranslator('de', {}, english)
    expect(t('greeting', { name: 'Ada' })).toBe('Hello, Ada')
  })

  test('formats numbers, sizes and times for its language', () => {
    const de = createTranslator('de', english, english)
    expect(de.number(1234.5)).toBe('1.234,5')
    expect(de.bytes(1_500_000)).toBe('1,5 MB')
    expect(de.bytes(56_775_400_000)).toBe('56,8 GB')
    expect(de.bytes(900)).toContain('900')
    expect(de.ago(180_000)).toBe('vor 3 Minuten')
    expect(de.ago(20_000)).toBe('jetzt')
    expect(createTranslator('en', english, english).ago(90_000_000)).toBe('yesterday')
  })
})

test('the nearest language is the same, a related one, or the first', () => {
  expect(nearestLocale('pt-BR', ['en', 'pt'])).toBe('pt')
  expect(nearestLocale('de-AT', ['en', 'de'])).toBe('de')
  expect(nearestLocale('EN', ['en', 'de'])).toBe('en')
  expect(nearestLocale('xx', ['en', 'de'])).toBe('en')
  expect(nearestLocale(undefined, ['en', 'de'])).toBe('en')
})

test('Arabic, Hebrew and Persian read from the right', () => {
  expect(['ar', 'ar-EG', 'he', 'fa', 'en', 'ja'].map(directionOf)).toEqual(['rtl', 'rtl', 'rtl', 'rtl', 'ltr', 'ltr'])
})
