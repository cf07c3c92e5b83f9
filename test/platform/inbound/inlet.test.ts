/** The SMTP server by itself: who and what it accepts, its limits, and what it does while storage is down or it stops. */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { X509Certificate } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { limits } from '../../../src/kernel/limits.ts'
import {
  type Delivery,
  type InboundMessage,
  type Inlet,
  createInlet,
  readIdentity,
} from '../../../src/platform/inbound/index.ts'
import { createSelfSigned } from '../../../src/platform/inbound/self-signed.ts'
import { countReceived } from '../../../src/platform/inbound/receive.ts'
import { createLog } from '../../../src/platform/log/index.ts'
import { createMetrics } from '../../../src/platform/metrics/index.ts'
import { createAuthority } from '../../support/certificates.ts'
import { SmtpClient } from '../../support/smtp-client.ts'
import { temporaryDirectory } from '../../support/store.ts'
import { until } from '../../support/until.ts'

const to = 'd+known@in.test'
const plain = 'From: a@b.test\r\nSubject: x\r\n\r\nHello'

/** An inlet with two kinds of recipients. */
async function start(
  options: { deliver?: (message: InboundMessage) => Promise<Delivery>; idleMs?: number; sessionMs?: number } = {},
) {
  const stored: InboundMessage[] = []
  const state = { isDown: false }
  const metrics = createMetrics()
  const find = (token: string) => async (asked: string) => {
    if (state.isDown) throw new Error('the database is locked')
    if (asked !== token) return undefined
    return {
      async deliver(message: InboundMessage): Promise<Delivery> {
        const delivery = (await options.deliver?.(message)) ?? { status: 'stored' }
        if (state.isDown) throw new Error('the disk is full')
        if (delivery.status === 'stored') stored.push(message)
        return delivery
      },
    }
  }
  const inlet = await createInlet({
    host: '127.0.0.1',
    port: 0,
    domain: 'in.test',
    tls: undefined,
    kinds: [
      { name: 'dmarc', prefix: 'd+', find: find('known') },
      { name: 'amp', prefix: 'amp-', find: find('once') },
    ],
    log: createLog('error', () => undefined),
    metrics,
    times: { greeting: 0, idle: options.idleMs ?? 60_000, session: options.sessionMs ?? 600_000 },
  })
  return { inlet, port: await inlet.listen(), stored, state, metrics }
}

describe('a session', () => {
  let running: Awaited<ReturnType<typeof start>>
  beforeAll(async () => {
    running = await start()
  })
  afterAll(() => running.inlet.drain(0))

  test('EHLO announces size, pipelining, STARTTLS, 8BITMIME and SMTPUTF8, and no authentication', async () => {
    const client = await SmtpClient.open(running.port)
    expect(await client.response()).toStartWith('220 in.test ESMTP')
    const features = (await client.send('EHLO client.test')).split('\r\n').map((line) => line.slice(4))
    expect(features.slice(1).toSorted()).toEqual([
      '8BITMIME',
      'ENHANCEDSTATUSCODES',
      'PIPELINING',
      `SIZE ${limits.inboundMessageBytes}`,
      'SMTPUTF8',
      'STARTTLS',
    ])
    client.close()
  })

  test.each([
    ['other@in.test', '550'],
    ['d+other@in.test', '550'],
    ['d+known@elsewhere.test', '550'],
    ['postmaster@in.test', '550'],
    ['d+known%elsewhere.test@in.test', '550'],
    ['D+KNOWN@In.Test', '250'],
    ['amp-once@in.test', '250'],
  ])('the recipient %s gets %s', async (address, code) => {
    const client = await SmtpClient.greet(running.port)
    await client.send('MAIL FROM:<someone@client.test>')
    expect(await client.send(`RCPT TO:<${address}>`)).toStartWith(code)
    client.close()
  })

  test('the bytes of a message reach its recipient as they were before dot stuffing', async () => {
    const client = await SmtpClient.greet(running.port)
    const before = running.stored.length
    expect(await client.deliver(`${plain}\r\n..dot\r\n\xe9`, { to })).toStartWith('250 2.6.0')
    const message = running.stored[before]
    expect(new TextDecoder().decode(message?.bytes)).toBe(`${plain}\r\n.dot\r\né\r\n`)
    expect(message).toMatchObject({ clientIp: '127.0.0.1', helo: 'client.test', mailFrom: '', isEncrypted: false })
    client.close()
  })

  test('pipelined commands of two messages are served in order', async () => {
    const client = await SmtpClient.greet(running.port)
    const before = running.stored.length
    const transaction = `MAIL FROM:<s@client.test> BODY=8BITMIME SMTPUTF8 SIZE=100\r\nRCPT TO:<${to}>\r\nDATA\r\n`
    client.write(transaction)
    const codes = [await client.response(), await client.response(), await client.response()]
    client.write(`${plain}\r\n.\r\nMAIL FROM:<>\r\nRCPT TO:<d+unknown@in.test>\r\nRCPT TO:<${to}>\r\nQUIT\r\n`)
    for (let each = 0; each < 5; each++) codes.push(await client.response())
    expect(codes.map((code) => code.slice(0, 3))).toEqual(['250', '250', '354', '250', '250', '550', '250', '221'])
    expect(running.stored.length).toBe(before + 1)
  })

  test('a message after STARTTLS is marked as encrypted', async () => {
    const client = await SmtpClient.greet(running.port)
    await client.startTls()
    await client.send('EHLO client.test')
    expect(await client.deliver(plain, { to, from: 's@client.test' })).toStartWith('250')
    expect(running.stored.at(-1)).toMatchObject({ isEncrypted: true, mailFrom: 's@client.test' })
    client.close()
  })

  test('a message that announces or has too many bytes is refused, and the session goes on', async () => {
    const client = await SmtpClient.greet(running.port)
    expect(await client.send(`MAIL FROM:<> SIZE=${limits.inboundMessageBytes + 1}`)).toStartWith('552')
    const before = running.stored.length
    await client.send('MAIL FROM:<>')
    await client.send(`RCPT TO:<${to}>`)
    await client.send('DATA')
    const line = `${'x'.repeat(998)}\r\n`.repeat(1000)
    for (let sent = 0; sent <= limits.inboundMessageBytes; sent += line.length) client.write(line)
    expect(await client.send('.')).toStartWith('552')
    expect(await client.deliver(plain, { to })).toStartWith('250')
    expect(running.stored.length).toBe(before + 1)
    client.close()
  })

  test('a mail loop is refused', async () => {
    const client = await SmtpClient.greet(running.port)
    const trace = 'Received: from a by b; Tue, 24 Nov 2026 10:00:00 +0000\r\n'
    expect(await client.deliver(trace.repeat(limits.inboundReceivedFields) + plain, { to })).toStartWith('250')
    expect(await client.deliver(trace.repeat(limits.inboundReceivedFields + 1) + plain, { to })).toStartWith('554')
    client.close()
  })

  test('a client that guesses recipients is disconnected', async () => {
    const client = await SmtpClient.greet(running.port)
    await client.send('MAIL FROM:<>')
    const codes: string[] = []
    for (let each = 0; each <= limits.inboundUnknownRecipients; each++)
      codes.push((await client.send(`RCPT TO:<d+guess${each}@in.test>`)).slice(0, 3))
    expect(codes).toEqual([...Array<string>(limits.inboundUnknownRecipients).fill('550'), '421'])
    expect(await client.response()).toBe('')
  })

  test('authentication, and input before the greeting, are refused', async () => {
    const client = await SmtpClient.greet(running.port)
    expect(await client.send('AUTH PLAIN AGEAYg==')).toStartWith('500')
    client.close()
    const early = await SmtpClient.open(running.port)
    expect(await early.send('EHLO early.test')).toStartWith('421')
    early.close()
  })
})

test('while storage is down, recipients and messages are deferred, and accepted afterwards', async () => {
  const { inlet, port, state, stored } = await start()
  const client = await SmtpClient.greet(port)
  await client.send('MAIL FROM:<>')
  await client.send(`RCPT TO:<${to}>`)
  await client.send('DATA')
  state.isDown = true
  client.write(plain)
  expect(await client.send('\r\n.')).toStartWith('451')
  await client.send('MAIL FROM:<>')
  expect(await client.send(`RCPT TO:<${to}>`)).toStartWith('451')
  state.isDown = false
  await client.send('RSET')
  expect(await client.deliver(plain, { to })).toStartWith('250')
  expect(stored.length).toBe(1)
  await inlet.drain(0)
})

test('a message that its recipient refuses is rejected with the reason, on one line', async () => {
  const { inlet, metrics, port } = await start({
    deliver: async () => ({ status: 'refused', reason: 'not_a_report: none\r\n250 smuggled' }),
  })
  const client = await SmtpClient.greet(port)
  expect(await client.deliver(plain, { to })).toBe('554 5.6.0 not_a_report: none  250 smuggled')
  expect(metrics.print()).toContain('svc_inbound_messages_total{kind="dmarc",outcome="refused"} 1')
  await inlet.drain(0)
})

test('a stop waits for a message that is being stored, and turns everyone else away', async () => {
  const storing = Promise.withResolvers<Delivery>()
  let isStoring = false
  const { inlet, port } = await start({
    deliver: () => {
      isStoring = true
      return storing.promise
    },
  })
  const [busy, idle, receiving] = [
    await SmtpClient.greet(port),
    await SmtpClient.greet(port),
    await SmtpClient.greet(port),
  ]
  await receiving.send('MAIL FROM:<>')
  await receiving.send(`RCPT TO:<${to}>`)
  await receiving.send('DATA')
  receiving.write('From: half')
  const delivered = busy.deliver(plain, { to })
  await until(() => isStoring, 'the message')
  const drained = inlet.drain(60_000)
  expect(await idle.response()).toStartWith('421')
  expect(await receiving.response()).toStartWith('421')
  expect(SmtpClient.open(port)).rejects.toThrow()
  storing.resolve({ status: 'stored' })
  expect(await delivered).toStartWith('250')
  expect(await drained).toBe(true)
})

test('connections beyond the limit of an IP address are refused, and possible again when others close', async () => {
  const { inlet, port } = await start()
  const open = await Promise.all(Array.from({ length: limits.inboundConnectionsPerIp }, () => SmtpClient.greet(port)))
  const extra = await SmtpClient.open(port)
  expect(await extra.response()).toStartWith('421')
  open.pop()?.close()
  await until(async () => {
    const again = await SmtpClient.open(port)
    const isIn = (await again.response()).startsWith('220')
    again.close()
    return isIn
  }, 'a free connection')
  await inlet.drain(0)
})

test('idle clients, and those that keep a connection for too long, are disconnected', async () => {
  const idle = await start({ idleMs: 400 })
  const client = await SmtpClient.greet(idle.port)
  expect(await client.response()).toStartWith('421')
  await idle.inlet.drain(0)
  const slow = await start({ sessionMs: 200 })
  const talker = await SmtpClient.greet(slow.port)
  await until(async () => (await talker.send('NOOP')) === '', 'the end of the session')
  await slow.inlet.drain(0)
})

test('a client that leaves within a message leaves nothing', async () => {
  const { inlet, port, stored } = await start()
  for (let each = 0; each < 3; each++) {
    const client = await SmtpClient.greet(port)
    await client.send('MAIL FROM:<>')
    await client.send(`RCPT TO:<${to}>`)
    await client.send('DATA')
    client.write(plain)
    client.close()
  }
  const client = await SmtpClient.greet(port)
  expect(await client.deliver(plain, { to })).toStartWith('250')
  expect(stored.length).toBe(1)
  await inlet.drain(0)
})

test('a port in use is reported with the setting that changes it', async () => {
  const { inlet, port } = await start()
  const deps = { host: '127.0.0.1', port, domain: 'in.test', tls: undefined, kinds: [] }
  const second: Inlet = await createInlet({ ...deps, log: createLog('error'), metrics: createMetrics() })
  expect(second.listen()).rejects.toThrow('SVC_INBOUND_SMTP_PORT')
  await inlet.drain(0)
})

test('the self-signed certificate is valid for its name and verifies with its own key', () => {
  const { cert } = createSelfSigned('in.test')
  const certificate = new X509Certificate(cert)
  expect(certificate.checkHost('in.test')).toBe('in.test')
  expect(certificate.verify(certificate.publicKey)).toBe(true)
  expect(Date.parse(certificate.validTo)).toBeGreaterThan(Date.now() + 9 * 365 * 86_400_000)
})

test('files that are not a certificate and its key are refused with the names of the settings', async () => {
  const folder = temporaryDirectory()
  const [one, other] = [createSelfSigned('a.test'), await (await createAuthority()).issue(['b.test'])]
  const write = (name: string, text: string) => {
    writeFileSync(join(folder, name), text)
    return join(folder, name)
  }
  const files = { certFile: write('cert.pem', one.cert), keyFile: write('key.pem', one.key) }
  expect(readIdentity(files)).toEqual({ cert: one.cert, key: one.key })
  expect(() => readIdentity({ ...files, keyFile: write('other.pem', other.key) })).toThrow('SVC_INBOUND_TLS_KEY')
  expect(() => readIdentity({ ...files, keyFile: write('text.pem', 'no key') })).toThrow('SVC_INBOUND_TLS_CERT')
  expect(() => readIdentity({ ...files, certFile: join(folder, 'none.pem') })).toThrow('SVC_INBOUND_TLS_CERT')
})

test('only Received fields of the header are counted', () => {
  const count = (text: string) => countReceived(new TextEncoder().encode(text), 50)
  expect(count('Received: a\r\nX: b\r\nRECEIVED: c\n\r\nReceived: body')).toBe(2)
  expect(count('X-Received: a\r\n Received: folded\r\n')).toBe(0)
  expect(count('')).toBe(0)
})
