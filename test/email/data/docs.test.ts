import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'bun:test'
import { createScope, parseTagged, readTag } from '../../../src/email/data/index.ts'

const page = readFileSync(new URL('../../../docs/data.md', import.meta.url), 'utf8')
const data: unknown = JSON.parse(/```json\n(\{ "name".*\})\n```/.exec(page)?.[1] ?? 'null')
const rows = [...page.matchAll(/^\| `(.*)` \| (?:`(.*)`|an error: (.*)) \|$/gm)]
  .map(([, source = '', result, problem]) => ({ source: source.replaceAll('\\|', '|'), result, problem }))
  .filter(({ source }) => source.includes('{{'))

describe('docs/data.md', () => {
  test('has examples', () => {
    expect(rows.length).toBeGreaterThan(12)
  })

  test.each(rows)('$source', ({ source, result, problem }) => {
    const { error, parts } = parseTagged(source)
    if (problem !== undefined) return expect(error?.message.toLowerCase()).toContain(problem)
    expect(error).toBeUndefined()
    const read = parts.map((part) =>
      typeof part === 'string' ? part : readTag(part, createScope(data), { locale: 'en' }).text,
    )
    expect(read.join('')).toBe(result ?? '')
  })
})
