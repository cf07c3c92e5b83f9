/** Mail servers whose refusal is about our own sender: they say nothing about who was requested. */
import { expect, test } from 'bun:test'
import { startDnsServer } from '../../support/dns-server.ts'
import { startMxFarm } from '../../support/mx-farm.ts'
import { ask } from '../../support/scenario.ts'
import { startService } from '../../support/service.ts'

test('a call-out that names our sender, or a directory that fails, makes no email address invalid', async () => {
  const replies = [
    '550 5.1.1 <probe@verify.example.org>: User unknown',
    '550 Could not verify probe@verify.example.org: 550 unknown user',
    '550 5.1.1 User database unavailable',
    '550 5.1.1 <anna@d3.test>: User unknown',
  ]
  const farm = startMxFarm(replies.length, {
    net: 95,
    manner: (index) => ({ answers: { RCPT: replies[index] ?? '' } }),
  })
  const dns = await startDnsServer((name, type) => {
    if (type === 'MX') return { records: [{ type, data: { preference: 1, exchange: `mx.${name}` } }] }
    return type === 'A' ? { records: [{ type, data: farm.hosts[Number(name.at(-6))]?.address }] } : { soa: 60 }
  })
  const service = await startService({
    dialect: 'sqlite',
    environment: {
      SVC_DNS_SERVERS: `127.0.0.1:${dns.port}`,
      SVC_NET_ALLOW: '127.0.0.0/8',
      SVC_VERIFY_SMTP_PORT: String(farm.port),
      SVC_VERIFY_HELO: 'verify.example.org',
      SVC_VERIFY_MAIL_FROM: 'probe@verify.example.org',
    },
  })
  const verdicts = await Promise.all(
    replies.map(async (_, index) => {
      const { body } = await ask(service, { call: 'POST /v1/verify', send: { email: `anna@d${index}.test` } })
      const { reachable, sub_status } = body as { reachable: string; sub_status: string }
      return `${reachable}/${sub_status}`
    }),
  )
  expect(verdicts).toEqual([
    'unknown/sender_rejected',
    'unknown/sender_rejected',
    'unknown/policy',
    'invalid/not_found',
  ])
  farm.close()
})
