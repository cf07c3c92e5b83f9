/** Input that is built to break a reader: bombs, entities, nesting, endless values, and random damage to every sample. */
import { beforeAll, describe, expect, test } from 'bun:test'
import { gzipSync } from 'node:zlib'
import { publishedFile, publishedFolder } from '../../support/published-data.ts'
import { createRandom } from '../../support/random.ts'
import { buildZip } from './build-zip.ts'
import { type EndlessRead, endless, endlessInputs, head, readEndlessInputs } from './endless-inputs.ts'
import { readAll } from './read-all.ts'

const record = (inside = '') =>
  `<record><row><source_ip>192.0.2.1</source_ip><count>1</count>${inside}<policy_evaluated><dkim>pass</dkim><spf>pass</spf><disposition>none</disposition></policy_evaluated></row><identifiers><header_from>example.com</header_from></identifiers><auth_results/></record>`
const encode = (text: string) => new TextEncoder().encode(text)

describe('hostile input', () => {
  const rejections: [name: string, input: () => Uint8Array | AsyncIterable<Uint8Array>, code: string][] = [
    ['an entity bomb', () => encode('<!DOCTYPE a [<!ENTITY b "c">]><feedback>&b;</feedback>'), 'doctype_forbidden'],
    [
      'a document type in lowercase',
      () => encode('<?xml version="1.0"?><!doctype feedback><feedback/>'),
      'doctype_forbidden',
    ],
    [
      'a document type within the report',
      () => encode(`${head}<!DOCTYPE x SYSTEM "file:///etc/passwd"></feedback>`),
      'doctype_forbidden',
    ],
    ['a document type and nothing else', () => encode('<!DOCTYPE a>'), 'doctype_forbidden'],
    ['a web page', () => encode('<!DOCTYPE html><html><body>Error</body></html>'), 'not_a_report'],
    ['deep nesting around the report', () => encode('<a>'.repeat(1000)), 'nesting_too_deep'],
    ['deep nesting within the report', () => encode(`${head}${'<x>'.repeat(1000)}`), 'nesting_too_deep'],
    ['a gigabyte of zeros in gzip', () => gzipSync(new Uint8Array(30_000_000)), 'too_large'],
    ['a bomb in a ZIP', () => buildZip([{ name: 'a.xml', content: new Uint8Array(30_000_000) }]), 'too_large'],
    ['a bomb within the report', () => gzipSync(`${head}${' '.repeat(30_000_000)}</feedback>`), 'too_large'],
    ['more bytes of an archive than a report can have', () => endless('PK\x03\x04', 'x', 27), 'too_large'],
    ['more bytes of a mail than a report can have', () => endless('From: a@b.example\n\n', 'x', 40), 'too_large'],
    [
      'a count of records before the policy that is endless',
      () => endless('<feedback>', record(), 10),
      'policy_too_late',
    ],
    [
      'a mail of a million parts',
      () => endless('Content-Type: multipart/mixed; boundary=b\n\n', '--b\n\nx\n', 8),
      'too_many_entries',
    ],
    ['JSON that is nested', () => encode(`{"policies":${'['.repeat(50_000)}`), 'not_a_report'],
  ]
  for (const [name, input, code] of rejections)
    test(`${name} is rejected as ${code}`, async () => {
      const read = await readAll(input())
      expect(read.rejected.map((each) => each.code as string)).toEqual([code])
      expect([...read.aggregate, ...read.failures, ...read.tls]).toEqual([])
    })

  let grown: Record<string, EndlessRead> = {}
  beforeAll(async () => (grown = await readEndlessInputs()))
  for (const name of Object.keys(endlessInputs))
    test(`endless ${name} takes no memory`, () => {
      const read = grown[name]
      expect(read?.grownBytes).toBeLessThan(100_000_000)
      expect(read?.results).toBe(1)
      for (const codes of read?.codes ?? []) expect(codes).toContain('xml_truncated')
    })

  test('a list of warnings stays short', async () => {
    const text = Array.from({ length: 300 }, (_, index) => record(`<x${index}>&y${index};`)).join('')
    const [read] = (await readAll(encode(`${head}${text}</feedback>`))).aggregate
    expect(read?.summary.warnings.length).toBeLessThan(10)
  })

  test('messages that add up to more than can be counted are not counted', async () => {
    const count = '<count>999999999999999</count>'
    const text = record().replace('<count>1</count>', count)
    const [read] = (await readAll(encode(`${head}${text}${record()}</feedback>`))).aggregate
    expect(read?.summary).toMatchObject({ records: 1, messages: 1, skipped: 1 })
  })
})

describe('damage', () => {
  const samples = [
    ...['.xml', '.gz', '.zip', '.eml', '.json'].flatMap((ending) =>
      publishedFolder('dmarc-samples/parsedmarc/samples', ending),
    ),
    ...[
      'q01-baseline.xml',
      'q12-prefixed-namespace.xml',
      'q13-rfc9990-langattr.xml',
      'q50-zip-two-reports.zip',
      'q49-double-gz.xml.gz',
    ].flatMap((name) => publishedFile(`dmarc-samples/synthetic/${name}`) ?? []),
  ].filter(({ length }) => length > 0 && length < 100_000)

  for (const [kind, damage] of Object.entries({
    'changed bytes': (bytes: Buffer, random) => {
      for (let count = 1 + random.integer(8); count > 0; count--)
        bytes[random.integer(bytes.length)] = random.integer(256)
      return bytes
    },
    'a cut': (bytes: Buffer, random) => bytes.subarray(0, random.integer(bytes.length)),
    'a removed part': (bytes: Buffer, random) => {
      const at = random.integer(bytes.length)
      return Buffer.concat([bytes.subarray(0, at), bytes.subarray(at + random.integer(50))])
    },
    'a repeated part': (bytes: Buffer, random) => {
      const at = random.integer(bytes.length)
      return Buffer.concat([bytes.subarray(0, at), bytes.subarray(Math.max(0, at - random.integer(300)))])
    },
    'inserted markup': (bytes: Buffer, random) => {
      const at = random.integer(bytes.length)
      const markup = random.pick([
        '<',
        '</',
        '&',
        '<!--',
        '<![CDATA[',
        ']]>',
        '<record>',
        '</record>',
        '</row>',
        '<feedback>',
        '<html>',
        '<!DOCTYPE html><html>',
        '\0',
        '"',
        '<?',
      ])
      return Buffer.concat([bytes.subarray(0, at), Buffer.from(markup), bytes.subarray(at)])
    },
  } satisfies Record<string, (bytes: Buffer, random: ReturnType<typeof createRandom>) => Buffer>))
    test.if(samples.length > 0)(`${kind}: every sample has a result, and its sums are right`, async () => {
      let results = 0
      for (const [index, sample] of samples.entries())
        for (let round = 0; round < 10; round++) {
          const bytes = damage(Buffer.from(sample), createRandom(index * 1000 + round))
          const read = await readAll(new Uint8Array(bytes))
          const { aggregate, failures, rejected, tls } = read
          expect(aggregate.length + failures.length + tls.length + rejected.length).toBeGreaterThan(0)
          results += aggregate.length
          for (const { records, summary } of aggregate) {
            const messages = records.reduce((sum, { count }) => sum + count, 0)
            if (messages !== summary.messages || records.length !== summary.records)
              expect([index, round, summary]).toEqual([])
            if (summary.perDay.reduce((sum, count) => sum + count, 0) !== messages) expect([index, round]).toEqual([])
          }
        }
      expect(results).toBeGreaterThan(20)
    })
})
