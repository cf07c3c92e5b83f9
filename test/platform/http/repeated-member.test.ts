import { describe, expect, test } from 'bun:test'
import { ServiceError } from '../../../src/kernel/errors/index.ts'
import { createRepeatedMemberReader } from '../../../src/platform/http/entry/repeated-member.ts'

type Body = { document?: unknown; data?: unknown; [name: string]: unknown }

const document = { title: 'Quotes " and \\ and { in text', rows: [{ text: '}'.repeat(600) }, { text: '\\' }] }
const written = JSON.stringify(document)

function reader() {
  const read = createRepeatedMemberReader('document')
  return (text: string) => read(text) as Body
}

/** A reader that knows the document. */
function readerWhoKnows() {
  const read = reader()
  for (let time = 0; time < 2; time++) read(`{"document":${written}}`)
  return read
}

function codeOf(call: () => unknown): string | undefined {
  try {
    call()
  } catch (error) {
    if (error instanceof ServiceError) return error.apiCode
    throw error
  }
  return undefined
}

describe('a repeated member', () => {
  test.each([
    ['first', (data: string) => `{"document":${written},"data":${data}}`],
    ['last', (data: string) => `{"data":${data},"document":${written}}`],
    ['alone', () => `{"document":${written}}`],
    ['with white space around it', (data: string) => `{ "data": ${data},\n"document": ${written} }`],
  ])('is the same object, %s in the body', (_, body) => {
    const read = reader()
    read(body('{"name":"Bob"}'))
    const first = read(body('{"name":"Ada"}'))
    const second = read(body('{"name":"Zoë \\" }"}'))
    expect(first).toEqual(JSON.parse(body('{"name":"Ada"}')))
    expect(second).toEqual(JSON.parse(body('{"name":"Zoë \\" }"}')))
    expect(second.document).toBe(first.document)
  })

  test('stays cached after other members, until the cache is full', () => {
    const read = readerWhoKnows()
    const first = read(`{"document":${written}}`)
    const other = (title: number) => `{"document":${JSON.stringify({ ...document, title })}}`
    for (let title = 0; title < 40; title++) for (let time = 0; time < 2; time++) read(other(title))
    expect(read(`{"document":${written}}`).document).toBe(first.document)
    for (let title = 0; title < 100; title++) for (let time = 0; time < 2; time++) read(other(title))
    expect(read(`{"document":${written}}`).document).not.toBe(first.document)
  })

  test('is not cached when it occurs only once', () => {
    const read = reader()
    const [once, twice] = [read(`{"document":${written}}`), read(`{"document":${written}}`)]
    expect(twice.document).not.toBe(once.document)
    expect(read(`{"document":${written}}`).document).toBe(twice.document)
  })

  test('is not confused with a member that differs at its end, is nested, or is duplicated', () => {
    const read = readerWhoKnows()
    const bodies = [
      `{"document":${JSON.stringify({ ...document, more: 1 })}}`,
      `{"data":{"document":${written}}}`,
      `{"data":{"document":${written}},"document":{"title":"Other"}}`,
      `{"document":${written},"document":{"title":"Other"}}`,
      `{"document":{"title":"Other"},"document":${written}}`,
      `{"data":"\\"document\\":${written.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"}`,
      `[{"document":${written}}]`,
      '{"document":null}',
      '{"document":"text"}',
      '{"document":[]}',
      '"document"',
      'null',
    ]
    for (const body of bodies) expect(read(body)).toEqual(JSON.parse(body))
  })

  test('does not make an invalid body valid', () => {
    const read = readerWhoKnows()
    for (const body of [
      `{"document":${written}5}`,
      `{"document":${written}e0}`,
      `{"document":${written}`,
      `{"document":${written},}`,
      `{"document":${written}}}`,
      `{"document":1${written}}`,
      `"document":${written}`,
    ])
      expect(codeOf(() => read(body))).toBe('MALFORMED_BODY')
  })

  test('does not skip validation of the rest of the body', () => {
    const read = readerWhoKnows()
    expect(codeOf(() => read(`{"document":${written},"data":{"__proto__":1}}`))).toBe('MALFORMED_BODY')
    expect(codeOf(() => read(`{"document":${written},"data":"\\u0000"}`))).toBe('VALIDATION_FAILED')
    expect(codeOf(() => read(`{"document":${written},"data":${'['.repeat(200)}${']'.repeat(200)}}`))).toBe(
      'MALFORMED_BODY',
    )
  })

  test('is not cached when the body is rejected', () => {
    const read = reader()
    const bad = `{"document":${JSON.stringify({ ...document, text: 'x' }).replace('"x"', '"\\u0000"')}}`
    for (let round = 0; round < 3; round++) expect(codeOf(() => read(bad))).toBe('VALIDATION_FAILED')
  })
})
