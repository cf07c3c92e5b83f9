import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { type Address, type Refusal, parseMailbox, readAddress } from '../../../src/deliverability/address/index.ts'
import { processorMs } from '../../support/processor-time.ts'

const valid: [text: string, expected: Partial<Address>][] = [
  [
    'Foo.Bar+news@GMAIL.com',
    { local: 'Foo.Bar+news', ascii: 'Foo.Bar+news@gmail.com', normalized: 'foobar@gmail.com' },
  ],
  ['foobar@googlemail.com', { normalized: 'foobar@gmail.com' }],
  ['a.b+c@example.com', { normalized: 'a.b+c@example.com' }],
  ['jo+x@outlook.com', { normalized: 'jo@outlook.com' }],
  ['jo-shop@yahoo.com', { normalized: 'jo-shop@yahoo.com' }],
  ['info@bücher.example', { domain: 'xn--bcher-kva.example', needsSmtpUtf8: false }],
  ['info@faß.de', { domain: 'xn--fa-hia.de' }],
  ['x@ex。com', { domain: 'ex.com', diagnosis: 'valid' }],
  ['δοκιμή@παράδειγμα.δοκιμή', { domain: 'xn--hxajbheg2az3al.xn--jxalpdlp', needsSmtpUtf8: true }],
  ['"john"@example.com', { diagnosis: 'quoted_string', ascii: '"john"@example.com', normalized: 'john@example.com' }],
  ['"a b"@example.com', { normalized: '"a b"@example.com' }],
  ['"a\\"b"@example.com', { normalized: '"a\\"b"@example.com' }],
  ["o'brien@example.com", { normalized: "o'brien@example.com" }],
  // Carriers of Japan gave such names, and their bearers have them still.
  ['da..me.@docomo.ne.jp', { ascii: '"da..me."@docomo.ne.jp', normalized: '"da..me."@docomo.ne.jp' }],
  ['Hana.@EZweb.ne.jp', { local: '"Hana."', domain: 'ezweb.ne.jp', text: 'Hana.@EZweb.ne.jp' }],
  ['a@xn--zz.example', { domain: 'xn--zz.example' }],
  ['ab@gmail.com', { oddity: 'Gmail does not assign such names today.' }],
  ['a@mail.a-b.co.uk', { domain: 'mail.a-b.co.uk' }],
]

const refused: [text: string, expected: Partial<Refusal>][] = [
  ['', { diagnosis: 'no_domain' }],
  ['a@b', { diagnosis: 'top_level' }],
  ['"a"@b', { diagnosis: 'top_level' }],
  ['a..b@example.com', { diagnosis: 'consecutive_dots' }],
  ['.a@docomo.ne.jp', { diagnosis: 'dot_at_start' }],
  ['a@[192.0.2.1]', { diagnosis: 'address_literal' }],
  ['a@192.0.2.1', { diagnosis: 'numeric_top_level' }],
  ['a@１２７.０.０.１', { diagnosis: 'numeric_top_level' }],
  ['a@example.com\r\nRCPT TO:<b@example.com>', { diagnosis: 'line_break_at_end' }],
  ['a@example.com\n', { diagnosis: 'bad_character' }],
  ['a\u0000@example.com', { diagnosis: 'bad_character' }],
  ['a\u200bb@example.com', { diagnosis: 'bad_character' }],
  ['a\u202eb@example.com', { diagnosis: 'bad_character' }],
  ['a\u00a0b@example.com', { diagnosis: 'bad_character' }],
  ['a\ud800@example.com', { diagnosis: 'unreadable' }],
  ['a@exa／mple.com', { diagnosis: 'bad_international_domain' }],
  ['a@ex_ample.com', { diagnosis: 'not_a_host_name' }],
  [`${'ä'.repeat(33)}@example.com`, { diagnosis: 'local_part_too_long' }],
  [`a@${'ä'.repeat(60)}.example`, { diagnosis: 'bad_international_domain' }],
]

const corrected: [text: string, meant: string][] = [
  [' a@example.com ', 'a@example.com'],
  ['a@example.com\r\n', 'a@example.com'],
  ['Bob Bird <bob@example.com>', 'bob@example.com'],
  ['mailto:bob@example.com', 'bob@example.com'],
  ['bob@example.com.', 'bob@example.com'],
  ['(work) bob@example.com', 'bob@example.com'],
  ['ｂｏｂ＠ｅｘａｍｐｌｅ．ｃｏｍ', 'bob@example.com'],
  ['bob@exam\u200bple.com', 'bob@example.com'],
  ['\ufeffbob@example.com', 'bob@example.com'],
]

describe('an address', () => {
  for (const [text, expected] of valid)
    test(`${JSON.stringify(text)} is read`, () => expect(readAddress(text)).toMatchObject({ valid: true, ...expected }))
  for (const [text, expected] of refused)
    test(`${JSON.stringify(text).slice(0, 60)} is refused`, () =>
      expect(readAddress(text)).toMatchObject({ valid: false, ...expected }))
  for (const [text, meant] of corrected)
    test(`${JSON.stringify(text)} was probably ${meant}`, () =>
      expect(readAddress(text)).toMatchObject({ valid: false, corrected: meant }))
})

const anything = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 80 }),
  fc.string({ unit: fc.constantFrom(...'a.@"\\()[]<>: \t\r\n-é0\u0000'), maxLength: 40 }),
)
const word = fc.string({ unit: fc.constantFrom(...'abcxyz019_-+'), minLength: 1, maxLength: 12 })
const plain = fc
  .tuple(
    fc.array(word, { minLength: 1, maxLength: 3 }),
    fc.constantFrom('example.com', 'a.b.example', 'bücher.example'),
  )
  .map(([words, domain]) => `${words.join('.')}@${domain}`)

describe('for any text', () => {
  test('parsing never throws, and a valid address cannot end an SMTP line or argument', () => {
    fc.assert(
      fc.property(anything, (text) => {
        const read = readAddress(text)
        if (!read.valid) return
        expect(read.ascii).not.toMatch(/[\p{Cc}]/u)
        expect(read.domain).toMatch(/^[a-z0-9.-]+$/)
        expect(new TextEncoder().encode(read.ascii).length).toBeLessThanOrEqual(254)
        // Angle brackets end the argument of RCPT unless they are quoted.
        if (!read.local.startsWith('"')) expect(read.local).not.toMatch(/[<>\s]/)
      }),
      { numRuns: 3000 },
    )
  })

  test('a plain address is valid and already in normal form', () => {
    fc.assert(
      fc.property(plain, (text) => {
        const read = readAddress(text) as Address
        expect(read.valid).toBe(true)
        expect(readAddress(read.normalized)).toMatchObject({ valid: true, normalized: read.normalized })
      }),
    )
  })

  test('surrounding spaces and comments change nothing except that the text itself cannot be sent to', () => {
    fc.assert(
      fc.property(plain, fc.constantFrom(' ', '(x)', '\r\n ', '((a)b)'), (text, extra) => {
        const { diagnosis, domain, local } = parseMailbox(extra + text)
        expect(['comment', 'folding_space']).toContain(diagnosis)
        expect(`${local}@${domain}`).toBe(text)
        expect(readAddress(extra + text)).toMatchObject({ valid: false, corrected: text })
      }),
    )
  })
})

test('the longest texts are read in time linear in their length', () => {
  const hostile = [
    '('.repeat(1e5),
    '"'.concat('\\a'.repeat(5e4)),
    `a@${'a.'.repeat(5e4)}`,
    `a${' \r\n'.repeat(3e4)}`,
    '.)'.repeat(500),
  ]
  const started = processorMs()
  for (const text of hostile) expect(readAddress(text).valid).toBe(false)
  expect(processorMs() - started).toBeLessThan(2000)
})
