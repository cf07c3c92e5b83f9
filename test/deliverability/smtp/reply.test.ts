import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { type Reply, ReplyReader, messageOf } from '../../../src/deliverability/smtp/index.ts'

const encoder = new TextEncoder()

function readAll(...chunks: (string | Uint8Array)[]) {
  const reader = new ReplyReader()
  const found: (Reply | string)[] = []
  for (const chunk of chunks) {
    reader.push(typeof chunk === 'string' ? encoder.encode(chunk) : chunk)
    for (let taken = reader.take(); taken !== undefined; taken = reader.take()) {
      found.push(taken)
      if (typeof taken === 'string') return found
    }
  }
  return found
}

const reply = (code: number, lines: string[], enhancedCode?: string) => ({ code, enhancedCode, lines })

describe('a reply', () => {
  test('is a code and a text, of one line or of many', () => {
    expect(readAll('220 mx.test ESMTP\r\n')).toEqual([reply(220, ['mx.test ESMTP'])])
    expect(readAll('250-mx\r\n250-PIPELINING\r\n250 SMTPUTF8\r\n')).toEqual([
      reply(250, ['mx', 'PIPELINING', 'SMTPUTF8']),
    ])
    expect(readAll('250\r\n', '250 \r\n')).toEqual([reply(250, ['']), reply(250, [''])])
  })
  test('may end its lines with a line feed alone, and come in pieces', () => {
    expect(readAll('2', '50-a\r', '\n250', ' b\n5', '50 c\n')).toEqual([reply(250, ['a', 'b']), reply(550, ['c'])])
  })
  test('with a line without a code in it is read nevertheless', () => {
    expect(readAll('550-5.1.1 No such user\r\nhere, sorry\r\n550 bye\r\n')).toEqual([
      reply(550, ['5.1.1 No such user', 'here, sorry', 'bye'], '5.1.1'),
    ])
  })
  test('in UTF-8 keeps its letters, and other bytes are replaced', () => {
    expect(readAll('550 Boîte pleine\r\n')).toEqual([reply(550, ['Boîte pleine'])])
    expect(readAll(Uint8Array.of(0x35, 0x35, 0x30, 0x20, 0xff, 0xfe, 0x0d, 0x0a))).toHaveLength(1)
  })
  test('is the same for any chunks', () => {
    const bytes = encoder.encode('220 mx\r\n250-größe\r\n250-x\r\n250 y\r\n550 5.1.1 <ü@x.test> no\r\n')
    const whole = readAll(bytes)
    fc.assert(
      fc.property(fc.array(fc.nat(bytes.length), { maxLength: 12 }), (cuts) => {
        const at = [0, ...cuts.sort((a, b) => a - b), bytes.length]
        const pieces = at.slice(1).map((end, index) => bytes.subarray(at[index], end))
        expect(readAll(...pieces)).toEqual(whole)
      }),
    )
  })
})

describe('the enhanced code', () => {
  const cases: [text: string, code: string | undefined][] = [
    ['550 5.1.1 User unknown', '5.1.1'],
    ['550-5.7.1 first\r\n550 5.7.1 last', '5.7.1'],
    ['550 Invalid recipient <a@b.test> (#5.1.1)', '5.1.1'],
    ['553 Mail not allowed - 5.7.1 [BL23]', '5.7.1'],
    ['451 try later, ticket 4.16.55.1', undefined],
    ['451 Resources temporarily unavailable [#4.16.1]', undefined],
    ['450 4.2.1 later (#id-5.9.4)', '4.2.1'],
    ['550 host 5.1.1.7 said no', undefined],
    ['550 Postfix 2.11.3', undefined],
    ['550 4.1.1 of another class', undefined],
    ['250 2.1.5 Ok', '2.1.5'],
  ]
  test.each(cases)('of “%s” is %p', (text, code) => {
    expect(readAll(`${text}\r\n`)).toMatchObject([{ enhancedCode: code }])
  })
})

describe('invalid replies', () => {
  test.each(['HTTP/1.1 400 Bad Request', '-ERR', '', '99 x', '600 x', '25 0', '250x', 'SSH-2.0-OpenSSH_9'])(
    '“%s” ends the reading',
    (line) => expect(readAll(`${line}\r\n`, '220 mx\r\n')).toEqual(['garbled']),
  )
  test('a line without an end, and lines without an end, are cut off', () => {
    expect(readAll(...Array.from({ length: 70 }, () => 'x'.repeat(1024)))).toEqual(['too_long'])
    expect(readAll('250-x\r\n'.repeat(101))).toEqual(['too_long'])
    expect(readAll(`250-${'x'.repeat(30_000)}\r\n`.repeat(3))).toEqual(['too_long'])
    expect(readAll(`${'250-x\r\n'.repeat(99)}250 x\r\n`)).toHaveLength(1)
  })
  test('random bytes never break the reader, and never make it buffer more than one reply', () => {
    fc.assert(
      fc.property(fc.array(fc.uint8Array({ maxLength: 300 }), { maxLength: 20 }), (chunks) => {
        expect(() => readAll(...chunks)).not.toThrow()
      }),
    )
  })
})

test('a message is one line without addresses, without control characters, and not long', () => {
  const [found] = readAll('550-5.1.1 <some.one@example.com>:\r\n550 \u0007user Some.One@example.com unknown\r\n')
  expect(messageOf(found as Reply)).toBe('5.1.1 <…>: user <…> unknown')
  const [long] = readAll(`550 ${'word '.repeat(500)}\r\n`)
  expect(messageOf(long as Reply)).toHaveLength(300)
})
