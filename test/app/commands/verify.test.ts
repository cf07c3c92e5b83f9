import { beforeAll, describe, expect, test } from 'bun:test'
import { startDnsServer } from '../../support/dns-server.ts'
import { svc } from './command-line.ts'

let flags: string[]

beforeAll(async () => {
  const dns = await startDnsServer((name, type) => {
    if (name === 'good.test' && type === 'MX')
      return { records: [{ type: 'MX', data: { preference: 10, exchange: 'mx.good.test' } }] }
    if (name === 'mx.good.test' && type === 'A') return { records: [{ type: 'A', data: '127.0.0.9' }] }
    if (name === 'com') return { soa: 60 }
    if (name === 'yopmail.com' || name === 'broken.test')
      return { rcode: name === 'yopmail.com' ? 'NXDOMAIN' : 'SERVFAIL' }
    return { rcode: 'NXDOMAIN' }
  })
  flags = ['--dns-servers', `127.0.0.1:${dns.port}`, '--net-allow', '127.0.0.0/8', '--skip-smtp']
  // The first verification of a process loads modules, for which a busy machine may need longer than a query has.
  await svc(['verify', 'anna@first.test', ...flags])
})

describe('svc verify', () => {
  test('says invalid and why, and ends with 1', async () => {
    const { code, out } = await svc(['verify', 'anna@nowhere.test', ...flags])
    expect(code).toBe(1)
    expect(out).toStartWith('anna@nowhere.test: invalid, 1 of 100\ndomain_not_found: The domain does not exist.\n')
    expect(out).toContain('fail   mx')
  })

  test('says unknown, and ends with 4', async () => {
    expect(await svc(['verify', 'anna@broken.test', ...flags])).toMatchObject({ code: 4 })
  })

  test('says risky, and ends with 3', async () => {
    // The list decides before anybody is queried, but not against a domain that does not exist.
    expect((await svc(['verify', 'anna@yopmail.com', ...flags])).code).toBe(1)
    const dns = await startDnsServer(() => ({ rcode: 'SERVFAIL' }))
    const own = ['--dns-servers', `127.0.0.1:${dns.port}`, '--skip-smtp']
    expect(await svc(['verify', 'anna@yopmail.com', ...own])).toMatchObject({ code: 3 })
  })

  test('answers as the API does with --json', async () => {
    const { code, out } = await svc(['verify', 'anna@good.test', ...flags, '--json', '--intelligence'])
    expect(JSON.parse(out)).toMatchObject({
      email: 'anna@good.test',
      reachable: 'unknown',
      sub_status: 'smtp_skipped',
      mx: { records: [{ host: 'mx.good.test', preference: 10 }] },
      intelligence: { infrastructure: { spf: { state: 'none' } } },
      credits_used: 0,
    })
    expect(code).toBe(4)
  })

  test('asks nobody about what is no address, and says what was probably meant', async () => {
    const { code, out } = await svc(['verify', 'Anna <anna@good.test>', ...flags])
    expect([code, out.includes('Did you mean anna@good.test?')]).toEqual([1, true])
  })

  test('wants an address', async () => {
    expect(await svc(['verify'])).toMatchObject({ code: 2 })
  })
})
