/** What docs/document.md says of blocks is what they have, and the JSON of the pages about documents can be rendered. */
import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'bun:test'
import { findingsOf } from '../render/amp-part.ts'
import { blockTypes, readSample, renderEmail, withBlocks } from '../render/compose.ts'

const read = (name: string) => readFileSync(new URL(`../../../docs/${name}`, import.meta.url), 'utf8')

const blocksSection = /^## Blocks$(.*?)^## /ms.exec(read('document.md'))?.[1] ?? ''
const rows = new Map([...blocksSection.matchAll(/^\| `(\w+)` \| (.*) \|$/gm)].map(([, type, says]) => [type, says]))

describe('the table of blocks in docs/document.md', () => {
  test('has a row for each type', () => {
    expect([...rows.keys()].toSorted()).toEqual([...blockTypes.keys()].toSorted())
  })

  for (const [type, { schema }] of blockTypes)
    test(`names the properties of ${type}`, () => {
      const named = new Set(rows.get(type)?.match(/\w+/g))
      expect(Object.keys(schema.properties).filter((property) => !named.has(property))).toEqual([])
    })
})

const examples = ['document.md', 'amp.md', 'data.md'].flatMap((page) =>
  [...read(page).matchAll(/^```json\n(.*?)^```$/gms)].map(([, json = ''], index) => {
    const value = JSON.parse(json) as { type?: string; rows?: unknown[]; translations?: object }
    return { example: `example ${index + 1} of docs/${page}`, value }
  }),
)

describe('documents and blocks in the documentation', () => {
  for (const { example, value } of examples) {
    if (value.type === undefined && value.rows === undefined) continue
    test(`${example} renders, and its AMP is valid`, async () => {
      const document = value.rows === undefined ? withBlocks([value]) : readSample(value)
      expect(renderEmail(document, blockTypes, { outputs: ['html', 'text'] }).text).not.toBe('')
      expect(await findingsOf(document)).toEqual([])
    })
  }
})
