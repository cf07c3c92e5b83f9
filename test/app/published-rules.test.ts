/** What the published schemas say of values that a parser checks: nothing is stricter there, and as little as possible looser. */
import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { apiDocument } from '../../scripts/api-document.ts'
import {
  publishedAddress,
  publishedDomain,
  publishedInstant,
  publishedReportUri,
  publishedUrl,
} from '../../src/kernel/schema/index.ts'
import { readInstant } from '../../src/email/data/index.ts'
import { refusalOf } from '../../src/platform/net/index.ts'
import { normalizeAddress } from '../../src/surfaces/amp/preflight/index.ts'
import { readDomainName } from '../../src/surfaces/dmarc/domains/index.ts'
import { checkReportAddress } from '../../src/surfaces/dmarc/wizard/generate.ts'

const open = { evaluate: (): 'allowed' => 'allowed', isOwn: () => false, hasAllowed: true }

const passes = (check: () => unknown): boolean => {
  try {
    check()
    return true
  } catch {
    return false
  }
}

interface Rule {
  pattern: string
  isAccepted: (text: string) => boolean
  /** Values as others generate them. */
  usual: fc.Arbitrary<string>
  accepted: readonly string[]
  refused: readonly string[]
}

const rules: Record<string, Rule> = {
  domain: {
    pattern: publishedDomain.pattern,
    isAccepted: (text) => passes(() => readDomainName(text)),
    usual: fc.domain(),
    accepted: ['example.com', 'EXAMPLE.com.', 'a-b.xn--p1ai', 'bücher.example', '例え。jp', 'a.b-c'],
    refused: [
      '',
      '0',
      'localhost',
      'a_b.com',
      '192.0.2.1',
      'a..com',
      '-a.com',
      'a-.com',
      'example.com/x',
      'a b.com',
      'x@bücher.example',
    ],
  },
  address: {
    pattern: publishedAddress.pattern,
    isAccepted: (text) => normalizeAddress(text) !== undefined,
    usual: fc.emailAddress(),
    accepted: ['a@example.com', `o'b+c@sub.example.com`, '"a b"@example.com', 'ö@bücher.example'],
    refused: ['000', 'a', '@example.com', 'a@', 'a@localhost', 'a.@example.com', 'a b@example.com', 'a@192.0.2.1'],
  },
  url: {
    pattern: publishedUrl.pattern,
    isAccepted: (text) => refusalOf(text, open) === undefined,
    usual: fc.webUrl({ withQueryParameters: true }),
    accepted: ['https://example.com/a.png', ' HTTP://bücher.example', 'https:example.com'],
    refused: ['0', 'example.com', 'ftp://example.com', '//example.com', 'data:,'],
  },
  instant: {
    pattern: publishedInstant.pattern,
    isAccepted: (text) => readInstant(text) !== undefined,
    usual: fc.oneof(
      fc.date({ noInvalidDate: true, min: new Date(0), max: new Date('9999-12-31') }).map((date) => date.toISOString()),
      fc.integer({ min: 0, max: 99_999_999_999_999 }).map(String),
    ),
    accepted: [
      '2030-01-31',
      '2030-01-31T18:00:00Z',
      '2030-01-31 18:00 +0100',
      '2030-02-28t24:00:60,5z',
      '1893456000',
      '-999999999',
    ],
    refused: [
      '0',
      'tomorrow',
      '2030-13-01',
      '2030-00-10',
      '2030-02-30',
      '2030-06-31',
      '2030-01-00',
      '2030-01-31T25:00Z',
      '2030-01-31T18:60Z',
    ],
  },
  'report URI': {
    pattern: publishedReportUri.pattern,
    isAccepted: (text) => passes(() => checkReportAddress(text, '')),
    usual: fc.oneof(fc.emailAddress(), fc.webUrl({ validSchemes: ['https'] })),
    accepted: ['a@example.com', 'mailto:a@example.com', 'https://example.com/r?x=1', 'https://example.com:8443'],
    refused: ['000', 'http://example.com', 'https://', 'a@example.com;b@example.com', 'https://example.com/a b'],
  },
}

describe.each(Object.entries(rules))(
  'the published rule of a %s',
  (_, { pattern, isAccepted, usual, accepted, refused }) => {
    const published = new RegExp(pattern)

    test('refuses nothing that the service accepts', () => {
      for (const text of accepted) expect([text, isAccepted(text), published.test(text)]).toEqual([text, true, true])
      const parts = fc.constantFrom(
        'a',
        'b',
        'Z',
        '0',
        '-',
        '_',
        '.',
        '@',
        ':',
        '/',
        '?',
        '#',
        ' ',
        ';',
        '"',
        '+',
        'ä',
        'com',
        'https://',
        'mailto:',
      )
      const made = fc.array(parts, { maxLength: 12 }).map((all) => all.join(''))
      fc.assert(
        fc.property(fc.oneof(made, usual), (text) => !isAccepted(text) || published.test(text)),
        { numRuns: 2000 },
      )
    })

    test('refuses what the service refuses', () => {
      for (const text of refused) expect([text, isAccepted(text), published.test(text)]).toEqual([text, false, false])
    })
  },
)

test('a countdown has at most four labels of 40 characters', async () => {
  const { paths } = JSON.parse(await apiDocument()) as {
    paths: Record<string, { get: { parameters: { name?: string; schema: { pattern?: string } }[] } }>
  }
  const parameters = paths['/cdn/countdown.gif']?.get.parameters ?? []
  const pattern = (name: string) => new RegExp(parameters.find((each) => each.name === name)?.schema.pattern ?? '^$')
  for (const labels of ['', 'Days', 'Days, Hours,,', `${' '.repeat(9)}${'a'.repeat(40)} ,b`])
    expect([labels, pattern('labels').test(labels)]).toEqual([labels, true])
  for (const labels of ['a,b,c,d,e', 'a'.repeat(41)])
    expect([labels, pattern('labels').test(labels)]).toEqual([labels, false])
  expect(pattern('until').source).toBe(new RegExp(publishedInstant.pattern).source)
})

test('the document states rules that have an error code of their own', async () => {
  const { components, paths } = JSON.parse(await apiDocument()) as {
    components: { schemas: Record<string, { required?: string[]; oneOf?: { $ref: string }[] }> }
    paths: Record<string, { post: { requestBody: { required: boolean } } }>
  }
  expect(components.schemas['ExportEmail']?.required).toEqual(['format'])
  expect(paths['/v1/plugin/export']?.post.requestBody.required).toBe(true)
  expect(components.schemas['CheckDns']?.oneOf).toHaveLength(2)
  expect(components.schemas['MailboxCredentials']?.oneOf).toHaveLength(3)
})
