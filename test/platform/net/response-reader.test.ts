import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { ResponseReader } from '../../../src/platform/net/http/response-reader.ts'
import { OutboundError } from '../../../src/platform/net/index.ts'

const limits = { method: 'GET', maxBodyBytes: 100, onTooLarge: 'cut' } as const

/** What a reader makes of the pieces, when the peer closes after the last. */
function read(pieces: readonly Buffer[], method = 'GET') {
  const reader = new ResponseReader({ ...limits, method })
  try {
    let isDone = false
    for (const piece of pieces) isDone = reader.push(piece) || isDone
    const ended = isDone || reader.finish()
    if (!ended) return 'torn'
    const { status, headers } = reader.head
    return { status, headers: { ...headers }, body: reader.body().toString('latin1'), isCut: reader.isCut }
  } catch (error) {
    return error instanceof OutboundError ? error.message : error
  }
}

const answers: Record<string, string> = {
  length: 'HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello',
  'no reason': 'HTTP/1.1 404\r\ncontent-length: 0\r\n\r\n',
  close: 'HTTP/1.0 200 OK\r\n\r\nuntil the end',
  chunked: 'HTTP/1.1 200 OK\r\nTransfer-Encoding: Chunked\r\n\r\n5;a=b\r\nhello\r\n06 \r\n world\r\n0\r\nx: y\r\n\r\n',
  interim:
    'HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 Hints\r\na: b\r\n\r\nHTTP/1.1 200 OK\r\ncontent-length: 2, 2\r\n\r\nok',
  empty: 'HTTP/1.1 204 No Content\r\n\r\n',
  cut: `HTTP/1.1 200 OK\r\ncontent-length: 300\r\n\r\n${'x'.repeat(300)}`,
  'cut chunks': `HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n${`a\r\n${'y'.repeat(10)}\r\n`.repeat(30)}0\r\n\r\n`,
  torn: 'HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\nhello',
  'torn head': 'HTTP/1.1 200 OK\r\ncontent-',
  garbage: 'HELLO 1.1 200 OK\r\n\r\n',
}

describe('an answer', () => {
  test('reads as it is written', () => {
    const bytes = (name: string) => [Buffer.from(answers[name] ?? '')]
    expect(read(bytes('length'))).toEqual({
      status: 200,
      headers: { 'content-length': '5' },
      body: 'hello',
      isCut: false,
    })
    expect(read(bytes('no reason'))).toMatchObject({ status: 404, body: '' })
    expect(read(bytes('close'))).toMatchObject({ body: 'until the end' })
    expect(read(bytes('chunked'))).toMatchObject({ body: 'hello world', headers: { 'transfer-encoding': 'Chunked' } })
    expect(read(bytes('interim'))).toMatchObject({ status: 200, body: 'ok' })
    expect(read(bytes('cut'))).toMatchObject({ body: 'x'.repeat(100), isCut: true })
    expect(read(bytes('cut chunks'))).toMatchObject({ body: 'y'.repeat(100), isCut: true })
    expect(read(bytes('torn'))).toBe('torn')
    expect(read(bytes('length'), 'HEAD')).toMatchObject({ status: 200, body: '' })
  })
  for (const [name, text] of Object.entries(answers))
    test(`(${name}) reads the same in whatever pieces it comes`, () => {
      const whole = read([Buffer.from(text)])
      const cuts = fc.array(fc.integer({ min: 0, max: text.length }), { maxLength: 12 })
      fc.assert(
        fc.property(cuts, (places) => {
          const edges = [0, ...places.toSorted((a, b) => a - b), text.length]
          const pieces = edges.slice(1).map((edge, at) => Buffer.from(text.slice(edges[at], edge)))
          expect(read(pieces.filter(({ length }) => length > 0))).toEqual(whole)
        }),
        { numRuns: 100 },
      )
      expect(read([...text].map((character) => Buffer.from(character)))).toEqual(whole)
    })
  test('of tiny chunks under long extensions keeps its own bytes alone', () => {
    const reader = new ResponseReader({ method: 'GET', maxBodyBytes: 20_000, onTooLarge: 'refuse' })
    reader.push(Buffer.from('HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n'))
    Bun.gc(true)
    const before = process.memoryUsage().arrayBuffers
    for (let i = 0; i < 10_000; i++) reader.push(Buffer.from(`1;${'x'.repeat(1000)}\r\na\r\n`))
    Bun.gc(true)
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(2_000_000)
  })
  test('made of anything ends in a value or a failure of the server', () => {
    const words = [
      'HTTP/1.1 200 OK\r\n',
      'transfer-encoding: chunked\r\n',
      'content-length: 3\r\n',
      '\r\n',
      '3\r\n',
      'abc',
    ]
    const piece = fc.oneof(
      fc.constantFrom(...words).map(Buffer.from),
      fc.uint8Array({ maxLength: 20 }).map(Buffer.from),
    )
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
        expect(read(pieces)).not.toBeInstanceOf(Error)
      }),
      { numRuns: 2000 },
    )
  })
})
