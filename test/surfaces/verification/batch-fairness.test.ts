/** Several batches and somebody who waits, at one mail server: none holds up the others. */
import { expect, test } from 'bun:test'
import { startDnsServer } from '../../support/dns-server.ts'
import { startMxFarm } from '../../support/mx-farm.ts'
import { ask } from '../../support/scenario.ts'
import { startService } from '../../support/service.ts'
import { eachDialect } from '../../support/store.ts'
import { until } from '../../support/until.ts'

eachDialect((dialect) => {
  test(`on ${dialect}, a large batch at a slow provider holds up neither its other addresses, nor a small one, nor a single one`, async () => {
    const farm = startMxFarm(2, {
      net: dialect === 'sqlite' ? 77 : 78,
      manner: (index) => ({ latencyMs: index === 0 ? 40 : 0 }),
    })
    const dns = await startDnsServer((name, type) => {
      const isBig = name.includes('big')
      // All the domains of the big provider have one mail host, as those of real ones do.
      if (type === 'MX')
        return { records: [{ type, data: { preference: 1, exchange: isBig ? 'mx.bigmail.test' : `mx.${name}` } }] }
      return type === 'A' ? { records: [{ type, data: farm.hosts[isBig ? 0 : 1]?.address }] } : { soa: 60 }
    })
    const service = await startService({
      dialect,
      environment: {
        SVC_DNS_SERVERS: `127.0.0.1:${dns.port}`,
        SVC_NET_ALLOW: '127.0.0.0/8',
        SVC_VERIFY_SMTP_PORT: String(farm.port),
        SVC_VERIFY_HELO: 'verify.example.org',
        SVC_VERIFY_RATE: '100000/1',
      },
    })
    const create = async (emails: string[]) =>
      ((await ask(service, { call: 'POST /v1/verify/batch', send: { emails } })).body as { job_id: string }).job_id
    const statusOf = async (id: string) =>
      ((await ask(service, { call: `GET /v1/verify/batch/${id}` })).body as { status: string }).status

    const many = Array.from({ length: 900 }, (_, index) => `u${index}@big${index % 300}.test`)
    const large = await create([...many, 'u1@other.test'])
    const partial = () => ask(service, { call: `GET /v1/verify/batch/${large}/download?partial=true` })
    await until(async () => (await partial()).text.includes('u1@other.test,safe'), 'the address elsewhere')
    const small = await create(['u5000@big1.test', 'u5001@big2.test'])
    const single = await ask(service, { call: 'POST /v1/verify', send: { email: 'u6000@big3.test' } })
    expect(single.body).toMatchObject({ reachable: 'safe' })
    await until(async () => (await statusOf(small)) === 'completed', 'the small batch')
    expect(await statusOf(large)).toBe('processing')
    await ask(service, { call: `DELETE /v1/verify/batch/${large}` })
  })
})
