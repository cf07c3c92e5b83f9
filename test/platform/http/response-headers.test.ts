import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { createWriteHeaders } from '../../../src/platform/http/response/headers.ts'

const names = ['etag', 'content-type', 'ratelimit-remaining', 'x-request-id', 'set-cookie', 'vary', 'content-length']
const values = fc.dictionary(fc.constantFrom(...names), fc.oneof(fc.stringMatching(/^[a-z0-9"]{0,6}$/), fc.nat()))
const calls = fc.array(fc.tuple(fc.constantFrom('a', 'b'), values), { maxLength: 12 })

const listed = (headers: Headers) => [...headers]

test('each response has its own headers and no others, whatever came before and comes after', () => {
  fc.assert(
    fc.property(calls, (sent) => {
      const write = createWriteHeaders()
      const responses = sent.map(
        ([operation, headers]) => new Response('', { headers: write(operation, { ...headers }) }),
      )
      const expected = sent.map(([, headers]) => new Response('', { headers: headers as Record<string, string> }))
      expect(responses.map((each) => listed(each.headers))).toEqual(expected.map((each) => listed(each.headers)))
    }),
    { numRuns: 300 },
  )
})

test('a later change of the object that a handler filled changes nothing', () => {
  const write = createWriteHeaders()
  const headers: Record<string, string> = { etag: '"1"' }
  const first = new Response('', { headers: write('a', headers) })
  headers['etag'] = '"2"'
  const second = new Response('', { headers: write('a', { etag: '"2"' }) })
  expect([first, second].map((each) => each.headers.get('etag'))).toEqual(['"1"', '"2"'])
})

test('cookies are not kept for the next response', () => {
  const write = createWriteHeaders()
  expect(write('a', { 'set-cookie': 'session=secret' })).not.toBeInstanceOf(Headers)
  expect(listed(new Headers(write('a', { etag: '"1"' })))).toEqual([['etag', '"1"']])
})
