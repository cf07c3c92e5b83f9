/** Several batches and someone who waits, at one mail server: none holds up the others. */
import { expect, test } from 'bun:test'
import { limits } from '../../../src/kernel/limits.ts'
import { startDnsServer } from '../../support/dns-server.ts'
import { type MxManner, startMxFarm } from '../../support/mx-farm.ts'
import { ask } from '../../support/scenario.ts'
import { startService } from '../../support/service.ts'
import { eachDialect } from '../../support/store.ts'
import { until } from '../../support/until.ts'

eachDialect((dialect) => {
  async function start(net: number, manner: (index: number) => Partial<MxManner>) {
    const farm = startMxFarm(2, { net, manner })
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
        SVC_VERIFY_RETRIES: '1,1,1,1,1',
      },
    })
    const create = async (emails: string[]) =>
      ((await ask(service, { call: 'POST /v1/verify/batch', send: { emails } })).body as { job_id: string }).job_id
    const look = async (id: string) =>
      (await ask(service, { call: `GET /v1/verify/batch/${id}` })).body as { status: string; summary?: object }
    return { service, create, look }
  }

  test(`on ${dialect}, a large batch at a slow provider holds up neither its other addresses, nor a small one, nor a single one`, async () => {
    const { create, look, service } = await start(dialect === 'sqlite' ? 77 : 78, (index) => ({
      latencyMs: index === 0 ? 40 : 0,
    }))
    const many = Array.from({ length: 900 }, (_, index) => `u${index}@big${index % 300}.test`)
    const large = await create([...many, 'u1@other.test'])
    const partial = () => ask(service, { call: `GET /v1/verify/batch/${large}/download?partial=true` })
    await until(async () => (await partial()).text.includes('u1@other.test,safe'), 'the address elsewhere')
    const small = await create(['u5000@big1.test', 'u5001@big2.test'])
    const single = await ask(service, { call: 'POST /v1/verify', send: { email: 'u6000@big3.test' } })
    expect(single.body).toMatchObject({ reachable: 'safe' })
    await until(async () => (await look(small)).status === 'completed', 'the small batch')
    expect((await look(large)).status).toBe('processing')
    await ask(service, { call: `DELETE /v1/verify/batch/${large}` })
  })

  test(`on ${dialect}, more batches than run at one time all end, and each with the truth`, async () => {
    const { create, look } = await start(dialect === 'sqlite' ? 87 : 88, () => ({ greyMs: 300 }))
    const ids: string[] = []
    for (let index = 0; index < limits.batchesAtOnce + 4; index++)
      ids.push(
        await create([`grey${index}@b${index}.test`, `u${index}@b${index}.test`, `no${index}@b${index}.test`, 'none']),
      )
    for (const id of ids) {
      await until(async () => (await look(id)).status === 'completed', `the end of ${id}`)
      expect((await look(id)).summary).toEqual({ safe: 2, risky: 0, invalid: 2, unknown: 0 })
    }
  })
})
