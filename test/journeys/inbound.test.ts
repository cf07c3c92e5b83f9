/** Reports by mail into the compiled executable, from mail programs that others wrote, through crashes and hostile clients. */
import { beforeAll, describe, expect, test } from 'bun:test'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { freePort } from '../support/free-port.ts'
import { isAvailable } from '../support/missing.ts'
import { hasPostfix, startPostfixRelay } from '../support/postfix-relay.ts'
import { SmtpClient } from '../support/smtp-client.ts'
import { temporaryDirectory } from '../support/store.ts'
import { until } from '../support/until.ts'
import { mailOf } from '../surfaces/dmarc/mail-of.ts'
import { writeReport } from '../surfaces/dmarc/write-report.ts'
import { type Running, runBinary, startBinary } from './binary.ts'

const path = `${process.env['PATH']}:/usr/sbin`
const swaks = Bun.which('swaks', { PATH: path })
const hasSwaks = isAvailable('swaks', swaks !== null, 'apt-get install swaks')
const begin = Date.UTC(2026, 9, 1) / 1000
const reportOf = (id: string) =>
  mailOf(
    Bun.gzipSync(writeReport({ domain: 'a.test', id, begin, records: [{ ip: '192.0.2.1', count: 1, dkim: true }] })),
  )

interface Inbox {
  service: Running
  smtpPort: number
  address: string
  /** Ids of the stored reports, by the reporter. */
  stored(): Promise<string[]>
}

const environmentOf = (smtpPort: number) => ({
  SVC_INBOUND_SMTP_PORT: String(smtpPort),
  SVC_INBOUND_HOST: '127.0.0.1',
  SVC_INBOUND_DOMAIN: 'reports.test',
  SVC_DNS_SERVERS: '127.0.0.1:9',
})

async function open(): Promise<Inbox> {
  const smtpPort = freePort()
  const service = await startBinary({ environment: environmentOf(smtpPort) })
  const headers = { 'svc-api-auth': service.apiKey ?? '', 'content-type': 'application/json' }
  const added = await fetch(`${service.url}/v1/dmarc/domains`, { method: 'POST', headers, body: '{"domain":"a.test"}' })
  const { id, reporting_address: address } = (await added.json()) as { id: string; reporting_address: string }
  return {
    service,
    smtpPort,
    address,
    async stored() {
      const ids: string[] = []
      for (let cursor = ''; ;) {
        const url = `${inbox.service.url}/v1/dmarc/domains/${id}/reports?limit=100${cursor}`
        const { data, page } = (await (await fetch(url, { headers })).json()) as {
          data: { report_id: string; messages: number }[]
          page: { next_cursor: string | null }
        }
        ids.push(...data.map(({ report_id: each }) => each))
        if (page.next_cursor === null) return ids.toSorted()
        cursor = `&cursor=${encodeURIComponent(page.next_cursor)}`
      }
    },
  }
}

let inbox: Inbox
beforeAll(async () => {
  inbox = await open()
})

test.skipIf(!hasSwaks)('swaks delivers a report over STARTTLS, and is refused for another recipient', async () => {
  const file = join(temporaryDirectory(), 'report.eml')
  writeFileSync(file, reportOf('swaks'))
  const send = async (to: string) => {
    const words = [swaks ?? '', '--server', `127.0.0.1:${inbox.smtpPort}`, '--tls', '--to', to]
    const child = Bun.spawn([...words, '--from', '<>', '--data', `@${file}`, '--hide-all'], {
      stdout: 'pipe',
      stderr: 'pipe',
    })
    return child.exited
  }
  expect(await send(inbox.address)).toBe(0)
  expect(await inbox.stored()).toContain('swaks')
  // No valid recipients.
  expect(await send('d+0000@reports.test')).toBe(24)
})

test.skipIf(!hasPostfix)('Postfix delivers what it queued while the service was down, once', async () => {
  const { flush, log, port: submission } = startPostfixRelay(inbox.smtpPort)
  await inbox.service.stop()
  const client = await SmtpClient.greet(submission)
  for (const id of ['postfix-1', 'postfix-2'])
    expect(await client.deliver(reportOf(id), { from: 'reports@reporter.test', to: inbox.address })).toStartWith('250')
  client.close()
  inbox.service = await startBinary({
    dataDir: inbox.service.dataDir,
    port: Number(new URL(inbox.service.url).port),
    environment: environmentOf(inbox.smtpPort),
  })
  flush()
  // Postfix writes its log after the report is stored.
  await until(
    () => log().split('status=sent (250 2.6.0 Stored)').length === 3,
    () => `Postfix: ${log().slice(-2000)}`,
  )
  expect((await inbox.stored()).filter((id) => id.startsWith('postfix'))).toEqual(['postfix-1', 'postfix-2'])
})

describe('a crash', () => {
  test('loses no report that was acknowledged, and a repeated one is counted once', async () => {
    const { address, service, smtpPort } = inbox
    const before = (await inbox.stored()).length
    const acknowledged: string[] = []
    let isDead = false
    const send = async (sender: number) => {
      const client = await SmtpClient.greet(smtpPort)
      for (let each = 0; !isDead; each++) {
        const id = `crash-${sender}-${each}`
        const response = await client.deliver(reportOf(id), { to: address })
        if (response.startsWith('250')) acknowledged.push(id)
        else break
        if (acknowledged.length === 25) service.signal('SIGKILL')
      }
      client.close()
    }
    const senders = [0, 1, 2, 3].map(send)
    await service.exited
    isDead = true
    await Promise.all(senders)
    inbox.service = await startBinary({
      dataDir: service.dataDir,
      port: Number(new URL(service.url).port),
      environment: environmentOf(smtpPort),
    })
    const stored = await inbox.stored()
    expect(acknowledged.filter((id) => !stored.includes(id))).toEqual([])
    // At most the messages of the four senders that were in progress besides.
    expect(stored.length - before - acknowledged.length).toBeLessThanOrEqual(4)
    const client = await SmtpClient.greet(smtpPort)
    for (const id of acknowledged.slice(0, 5))
      expect(await client.deliver(reportOf(id), { to: address })).toStartWith('250')
    client.close()
    expect(await inbox.stored()).toEqual(stored)
  })
})

test('200 idle and slow connections of many IP addresses leave the API and other senders working', async () => {
  const { service, smtpPort } = inbox
  const idle: SmtpClient[] = []
  for (let each = 0; each < 199; each++) idle.push(await SmtpClient.open(smtpPort, '127.0.0.1', `127.9.${each % 20}.1`))
  for (const client of idle.slice(0, 50)) client.write('EHLO slo')
  expect((await fetch(`${service.url}/healthz`)).status).toBe(200)
  const other = await SmtpClient.open(smtpPort, '127.0.0.1', '127.9.200.1')
  expect(await other.response()).toStartWith('220')
  await other.send('EHLO other.test')
  expect(await other.deliver(reportOf('beside-idle'), { to: inbox.address })).toStartWith('250')
  const extra = await SmtpClient.open(smtpPort, '127.0.0.1', '127.9.201.1')
  expect(await extra.response()).toStartWith('421')
  for (const client of [...idle, other, extra]) client.close()
})

test('svc doctor describes the inlet, and a port without a domain is refused', async () => {
  const environment = environmentOf(inbox.smtpPort)
  const { out } = await runBinary(['doctor'], undefined, environment)
  expect(out).toContain(`inbound mail: port ${inbox.smtpPort} greets; self-signed certificate`)
  const { SVC_INBOUND_DOMAIN: _, ...without } = environment
  const refused = await runBinary(['doctor'], undefined, without)
  expect(refused).toMatchObject({ err: expect.stringContaining('SVC_INBOUND_SMTP_PORT requires SVC_INBOUND_DOMAIN') })
  expect(refused.code).not.toBe(0)
})
