/** The published suite of openspf for RFC 7208, where it lies beside the checkout: every case, result and explanation. */
import { describe, expect, test } from 'bun:test'
import type { DnsReply, ResolveRecords } from '../../../src/deliverability/findings/index.ts'
import { checkHost } from '../../../src/deliverability/spf/index.ts'
import { publishedFile } from '../../support/published-data.ts'

interface Case {
  readonly helo: string
  readonly host: string
  readonly mailfrom: string
  readonly result: string | readonly string[]
  readonly explanation?: string
}
interface Scenario {
  readonly description: string
  readonly tests: Readonly<Record<string, Case>>
  readonly zonedata: Readonly<Record<string, readonly (Readonly<Record<string, unknown>> | 'TIMEOUT')[]>>
}
type Data = string | readonly string[] | readonly [number, string]

const suite = publishedFile('dmarc-samples/mailauth-spf/test/fixtures/spf/rfc7208-tests.yml')
const scenarios = (suite === undefined ? [] : Bun.YAML.parse(suite.toString())) as readonly Scenario[]

/** A zone as the suite writes it: TXT represents SPF unless both are given, and a name may not answer at all. */
function resolverOf(zonedata: Scenario['zonedata']): ResolveRecords {
  const zone = new Map(Object.entries(zonedata).map(([name, rows]) => [name.toLowerCase(), rows]))
  const answer = (name: string, type: string, hops: number): DnsReply<unknown> => {
    const rows = zone.get(name.toLowerCase())
    if (rows === undefined) return { outcome: 'no_name', records: [], isAuthentic: false }
    const pairs = rows.filter((row) => row !== 'TIMEOUT').flatMap((row) => Object.entries(row) as [string, Data][])
    const kind = type === 'TXT' && !pairs.some(([each]) => each === 'TXT') ? 'SPF' : type
    const records = pairs.filter(([each, data]) => each === kind && data !== 'NONE').map(([, data]) => read(type, data))
    const isSilent = rows.includes('TIMEOUT') || pairs.some(([each, data]) => each === kind && data === 'TIMEOUT')
    if (records.length === 0 && isSilent) return { outcome: 'timeout', records: [], isAuthentic: false }
    const alias = pairs.find(([each]) => each === 'CNAME')?.[1]
    if (records.length === 0 && typeof alias === 'string')
      return hops > 10 ? { outcome: 'failed', records: [], isAuthentic: false } : answer(alias, type, hops + 1)
    return { outcome: records.length > 0 ? 'found' : 'no_data', records, isAuthentic: false }
  }
  return (async (name: string, type: string) => answer(name, type, 0)) as ResolveRecords
}

function read(type: string, data: Data): unknown {
  if (type === 'MX') return { preference: Number(data[0]), exchange: String(data[1]) }
  return Array.isArray(data) ? data.join('') : data
}

describe.skipIf(suite === undefined)('the suite for RFC 7208', () => {
  for (const { description, tests, zonedata } of scenarios) {
    const resolve = resolverOf(zonedata)
    test.each(Object.entries(tests))(
      `${description}: %s`,
      async (_name, { explanation, helo, host, mailfrom, result }) => {
        const domain = mailfrom === '' ? helo : mailfrom.slice(mailfrom.lastIndexOf('@') + 1)
        const sender = mailfrom === '' ? `postmaster@${helo}` : mailfrom
        const answer = await checkHost({ ip: host, domain, sender, helo }, { resolve, receiver: 'receiver.example' })
        expect([result].flat()).toContain(answer.result)
        if (explanation !== undefined)
          expect(answer.explanation).toBe(explanation === 'DEFAULT' ? undefined : explanation)
      },
    )
  }
  test('is read whole', () =>
    expect(scenarios.flatMap(({ tests }) => Object.keys(tests)).length).toBeGreaterThanOrEqual(200))
})
