import { describe, expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { blockTypes } from '../../../src/email/blocks/index.ts'
import { type Section, listBlocks, readDocument } from '../../../src/email/document/index.ts'
import { importHtml } from '../../../src/email/import/index.ts'

// Documents of our own in the structure that each editor's export has.
const folder = join(import.meta.dir, '../../fixtures/editors')

const buttons = {
  unlayer: { label: 'Get a ticket', innerPadding: [12, 28, 12, 28] },
  stripo: { label: 'Join the class', innerPadding: [10, 30, 10, 30] },
  beefree: { label: 'Book a place', innerPadding: [8, 28, 8, 28] },
  mailchimp: { label: 'Order a tin', innerPadding: [18, 18, 18, 18] },
}

describe.each(Object.entries(buttons))('HTML exported by %s', (source, { innerPadding, label }) => {
  const { document, report } = importHtml({ html: readFileSync(join(folder, `${source}.html`), 'utf8') }, blockTypes)
  const read = readDocument(document, blockTypes)
  if (!('document' in read)) throw new Error(JSON.stringify(read.issues))

  test('is detected, and becomes native blocks with every word, link and image', () => {
    expect(report).toMatchObject({ source, native_share: 1, words_kept: 1, links_kept: 1, images_kept: 1 })
  })

  test('has its button as a button block, with the padding around its label', () => {
    expect(find(read.document.rows, 'button')).toMatchObject([{ label, style: { innerPadding } }])
  })

  test('keeps two columns side by side', () => {
    const rows = read.document.rows.flatMap((row) => (row.type === 'group' ? row.rows : [row])) as Section[]
    const pairs = [
      ...rows.map(({ columns }) => columns),
      ...find(read.document.rows, 'columns').map(({ columns }) => columns),
    ]
    expect(pairs.some((columns) => Array.isArray(columns) && columns.length === 2)).toBe(true)
    expect(listBlocks(read.document).some(({ type }) => type === 'heading')).toBe(true)
  })
})

function find(value: unknown, type: string): Record<string, unknown>[] {
  if (Array.isArray(value)) return value.flatMap((one) => find(one, type))
  if (typeof value !== 'object' || value === null) return []
  const own = (value as { type?: unknown }).type === type ? [value as Record<string, unknown>] : []
  return [...own, ...Object.values(value).flatMap((one) => find(one, type))]
}
