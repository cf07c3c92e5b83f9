/** Records of strangers: whatever a zone holds, a check of it ends, within bounds, and says something. */
import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { OutboundError } from '../../../src/platform/net/index.ts'
import { checkNames } from '../../../src/surfaces/verification/infrastructure/contract.ts'
import { measure } from '../../../src/surfaces/verification/infrastructure/measure.ts'
import { checkSenders } from '../../../src/surfaces/verification/infrastructure/senders.ts'

type Answer = { outcome: string; records: readonly unknown[] }

/** A domain whose DNS, policies and mail servers give what they are notified to; counts the questions. */
function domainOf(answer: (name: string, type: string) => Answer, body: Uint8Array = new Uint8Array()) {
  const asked = { count: 0 }
  const query = (async (name: string, type: string) => {
    asked.count++
    return { rcode: '', isAuthentic: true, owner: name, ttlSeconds: 0, ...answer(name, type) }
  }) as never
  const { make, resolve } = measure(
    {
      dns: { query },
      send: async ({ url }) => {
        if (body.length === 0) throw new OutboundError('connect', 'nobody answers.')
        return { status: 200, headers: { 'content-type': 'x/y' }, body, isCut: false, url, address: '192.0.2.1' }
      },
      mailTls: {
        look: async (hosts) =>
          hosts.map(({ host }) => ({
            host,
            answer: {
              state: 'encrypted',
              protocol: '?',
              isTrusted: false,
              shown: [{ der: body, isSignedByNext: true }],
            },
          })),
      },
      mayDial: () => true,
    },
    'a.test',
  )
  const states = async () => Object.values(await make(checkNames, ['x'])).map((check) => check?.state ?? 'missing')
  return { asked, states, senders: () => checkSenders('a.test', ['192.0.2.1', '2001:db8::1'], resolve) }
}

const known = ['pass', 'warn', 'fail', 'none', 'unmeasured']
const records: Record<string, (text: string) => unknown> = {
  TXT: (text) => text,
  A: () => '192.0.2.7',
  AAAA: () => '2001:db8::7',
  PTR: (text) => text,
  NS: (text) => text,
  MX: (text) => ({ preference: text.length % 7, exchange: text }),
  TLSA: (text) => ({
    usage: text.length % 5,
    selector: text.length % 3,
    matchingType: text.length % 4,
    certificate: new TextEncoder().encode(text),
  }),
}
const of = (type: string, texts: readonly string[]): Answer => {
  const make = records[type] ?? ((text: string) => ({ text }))
  return texts.length === 0 ? { outcome: 'no_name', records: [] } : { outcome: 'found', records: texts.map(make) }
}
const word = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 60 }),
  fc.constantFrom(
    'v=spf1 ',
    'v=DMARC1; ',
    'v=STSv1; id=a;',
    'v=BIMI1; l=https://a.test/l.svg; a=https://a.test/p',
    'p=',
    ';',
    '\0',
    '%{l}',
    'include:a.test',
    'redirect=',
    'rua=mailto:',
    '@',
    '!',
    '=',
    'mx',
    ' ',
  ),
)

describe('a zone', () => {
  test('that holds anything is evaluated', async () => {
    const texts = fc.array(
      fc.array(word, { maxLength: 12 }).map((words) => words.join('')),
      { maxLength: 4 },
    )
    await fc.assert(
      fc.asyncProperty(texts, fc.uint8Array({ maxLength: 200 }), async (held, body) => {
        const { senders, states } = domainOf((_name, type) => of(type, held), body)
        for (const state of await states()) expect(known).toContain(state)
        expect(await senders()).toHaveLength(2)
      }),
      { numRuns: 60 },
    )
  })
  const huge: [name: string, text: string][] = [
    ['of 64 KB of terms', `v=spf1 ${'a:b.test '.repeat(7000)}`],
    ['of 64 KB of includes', `v=spf1 ${'include:a.test '.repeat(4300)}`],
    ['of 64 KB of tags', `v=DMARC1; ${'p=none;'.repeat(9000)}`],
    [
      'of 64 KB of receivers',
      `v=DMARC1; p=none; rua=${Array.from({ length: 3000 }, (_, index) => `mailto:a@h${index}.test`).join(',')}`,
    ],
    ['of 64 KB of blanks', `v=spf1${' '.repeat(65_000)}x`],
    ['of 64 KB of a key', `v=DKIM1; p=${'A'.repeat(65_000)}`],
    ['of 64 KB of equals signs', '='.repeat(65_000)],
    ['of 64 KB of macros', `v=spf1 exists:${'%{l1r+-}'.repeat(8000)}.test -all`],
  ]
  test.each(huge)('with a record %s asks no more for it', async (_name, text) => {
    const { asked, senders, states } = domainOf((_domain, type) => of(type, [text]))
    for (const state of await states()) expect(known).toContain(state)
    await senders()
    expect(asked.count).toBeLessThan(700)
  })
  test('whose every name includes the next is left after a while', async () => {
    let next = 0
    const { asked, states } = domainOf((_name, type) =>
      of(type, [`v=spf1 include:n${next++}.test include:m${next}.test -all`]),
    )
    for (const state of await states()) expect(known).toContain(state)
    expect(asked.count).toBeLessThan(700)
  })
  test('with thousands of mail hosts is asked about a few', async () => {
    const hosts = Array.from({ length: 3000 }, (_, index) => `mx${index}.a.test`)
    const { asked, states } = domainOf((_name, type) => of(type, type === 'MX' ? hosts : ['x']))
    for (const state of await states()) expect(known).toContain(state)
    expect(asked.count).toBeLessThan(700)
  })
})
