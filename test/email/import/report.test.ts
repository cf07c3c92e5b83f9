import { expect, test } from 'bun:test'
import { reportImport } from '../../../src/email/import/report-import.ts'
import { ImportWarnings } from '../../../src/email/import/report.ts'

const text = (words: string, more: object = {}) => ({
  type: 'text',
  text: [{ type: 'paragraph', runs: [{ text: words }] }],
  ...more,
})
const share = (...blocks: object[]) => {
  const rows = [{ type: 'section', columns: [{ type: 'column', blocks }] }]
  const words = new Map([
    ['summer', 1],
    ['sale', 1],
  ])
  const wanted = { words, links: new Set<string>(), images: new Set<string>() }
  return reportImport({ rows, meta: {} }, { source: 'html', wanted, warnings: new ImportWarnings() }).report.words_kept
}

test('words that stand twice are not kept as they were', () => {
  expect(share(text('Summer sale'))).toBe(1)
  expect(share(text('Summer'))).toBe(0.5)
  expect(share(text('Summer sale'), text('Summer sale'))).toBe(0.5)
  expect(share(text('Summer sale'), { type: 'html', html: '<p>Summer sale</p>' })).toBe(0.5)
})

test('alternative texts, hidden text and the variants of a condition may repeat words', () => {
  expect(share(text('Summer sale'), { type: 'image', src: 'https://example.com/a.png', alt: 'Summer sale' })).toBe(1)
  expect(share(text('Summer sale'), { type: 'html', html: '<div style="display:none">Summer sale</div>' })).toBe(1)
  const when = { op: 'exists', path: 'vip' }
  expect(share(text('Summer sale', { when }), text('Summer sale', { when: { op: 'empty', path: 'vip' } }))).toBe(1)
})
