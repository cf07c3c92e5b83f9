/** Mail through SMTP servers that others wrote: what arrives, which servers are trusted, and what a failure means. */
import { describe, expect, test } from 'bun:test'
import PostalMime from 'postal-mime'
import { readMailServer } from '../../../src/platform/config/index.ts'
import { type MailerDeps, createMailer } from '../../../src/platform/mail/index.ts'
import { createMetrics } from '../../../src/platform/metrics/index.ts'
import { createAuthority } from '../../support/certificates.ts'
import { startMailReceiver } from '../../support/mail-receiver.ts'
import { hasPostfix, startPostfixRelay } from '../../support/postfix-relay.ts'
import { until } from '../../support/until.ts'
import { netOf, startReceiver } from '../net/receivers.ts'

const message = {
  to: 'ops@shop.test',
  subject: 'Größe — new source',
  text: 'Ein neuer Absender: 192.0.2.1\n',
  html: '<p>Ein neuer Absender: <b>192.0.2.1</b></p>',
  id: 'inc_1.open',
}
const { signal } = new AbortController()

function mailerFor(url: string, deps: Partial<MailerDeps> = {}) {
  const server = readMailServer(url)
  if ('problem' in server) throw new Error(server.problem)
  const from = 'Svc Reports <reports@svc.test>'
  const base = { server, from, inboundDomain: 'in.svc.test', heloName: 'svc.test', metrics: createMetrics() }
  return createMailer({ ...base, openSocket: netOf().openSocket, ...deps })
}

describe('a server without encryption', () => {
  test('gets one message with both bodies, a stable id, and headers that prevent automatic responses', async () => {
    const receiver = await startMailReceiver({ hideSTARTTLS: true })
    const mailer = mailerFor(`smtp://127.0.0.1:${receiver.port}`)
    const references = ['inc_0.open']
    expect(await mailer.send({ ...message, references }, signal)).toEqual({ status: 'sent' })
    const [mail] = receiver.mails
    expect(mail).toMatchObject({ from: 'reports@svc.test', to: ['ops@shop.test'], isEncrypted: false })
    const parsed = await PostalMime.parse(mail?.raw ?? '')
    expect(parsed).toMatchObject({
      from: { name: 'Svc Reports', address: 'reports@svc.test' },
      to: [{ address: 'ops@shop.test' }],
      subject: 'Größe — new source',
      messageId: '<inc_1.open@svc.test>',
      inReplyTo: '<inc_0.open@svc.test>',
    })
    expect(parsed.text?.trim()).toBe('Ein neuer Absender: 192.0.2.1')
    expect(parsed.html?.trim()).toBe(message.html)
    expect(mail?.raw).toContain('Auto-Submitted: auto-generated\r\n')
    expect(mail?.raw).toMatch(/^Date: /m)
  })

  test('is not used if TLS is required', async () => {
    const receiver = await startMailReceiver({ hideSTARTTLS: true })
    const outcome = await mailerFor(`smtp://127.0.0.1:${receiver.port}?tls=required`).send(message, signal)
    expect(outcome.status).toBe('deferred')
    expect(receiver.mails).toEqual([])
  })
})

describe('a server with a certificate', () => {
  test('is trusted for its name only, over STARTTLS and over implicit TLS, and gets the password', async () => {
    const authority = await createAuthority()
    const identity = await authority.issue(['localhost'])
    const starttls = await startMailReceiver(identity)
    const implicit = await startMailReceiver({ ...identity, secure: true })
    const { ca } = authority
    const account = 'svc:p%40ss%3Aword%2F1@'
    for (const url of [
      `smtp://${account}localhost:${starttls.port}?tls=required`,
      `smtps://${account}localhost:${implicit.port}`,
    ]) {
      expect(await mailerFor(url, { ca }).send(message, signal)).toEqual({ status: 'sent' })
      expect(await mailerFor(url, { ca }).check(signal)).toEqual({ status: 'sent' })
      expect(await mailerFor(url).send(message, signal)).toMatchObject({ status: 'deferred' })
      const other = url.replace('localhost', '127.0.0.1')
      expect(await mailerFor(other, { ca }).send(message, signal)).toMatchObject({ status: 'deferred' })
    }
    for (const { mails } of [starttls, implicit])
      expect(mails).toMatchObject([{ isEncrypted: true, user: 'svc', to: ['ops@shop.test'] }])
  })

  test('that nobody vouches for is used if TLS is optional', async () => {
    const receiver = await startMailReceiver(await (await createAuthority()).issue(['elsewhere.test']))
    expect(await mailerFor(`smtp://127.0.0.1:${receiver.port}`).send(message, signal)).toEqual({ status: 'sent' })
    expect(receiver.mails).toMatchObject([{ isEncrypted: true }])
  })
})

test('a reply of 4xx means another attempt, 5xx none, and a wrong password another one', async () => {
  const receiver = await startMailReceiver({ hideSTARTTLS: true, allowInsecureAuth: true })
  receiver.refusals.push({ code: 450, text: 'Greylisted' }, { code: 550, text: 'No such user' })
  const mailer = mailerFor(`smtp://127.0.0.1:${receiver.port}`)
  expect(await mailer.send(message, signal)).toEqual({
    status: 'deferred',
    reason: expect.stringContaining('Greylisted'),
  })
  expect(await mailer.send(message, signal)).toEqual({
    status: 'refused',
    reason: expect.stringContaining('No such user'),
  })
  expect(await mailer.send(message, signal)).toEqual({ status: 'sent' })
  const stranger = mailerFor(`smtp://svc:wrong@127.0.0.1:${receiver.port}`)
  expect(await stranger.send(message, signal)).toMatchObject({ status: 'deferred' })
})

test('a server that is silent, gone, or this service itself defers the message', async () => {
  const receiver = await startReceiver(() => undefined)
  const abort = new AbortController()
  const silent = mailerFor(`smtp://127.0.0.1:${receiver.port}`).send(message, abort.signal)
  while (receiver.connections() === 0) await new Promise((resolve) => setImmediate(resolve))
  abort.abort()
  expect(await silent).toMatchObject({ status: 'deferred' })
  expect(await mailerFor('smtp://127.0.0.1:9').send(message, signal)).toMatchObject({
    status: 'deferred',
    reason: 'No connection: the connection was refused.',
  })
  const { openSocket } = netOf({ ownAddresses: [{ host: '127.0.0.1', port: receiver.port }] })
  expect(await mailerFor(`smtp://127.0.0.1:${receiver.port}`, { openSocket }).send(message, signal)).toMatchObject({
    reason: 'No connection: the IP address is that of this service.',
  })
})

test('mail to an email address of the service is refused, and line breaks add no headers', async () => {
  const receiver = await startMailReceiver({ hideSTARTTLS: true })
  const mailer = mailerFor(`smtp://127.0.0.1:${receiver.port}`)
  expect(await mailer.send({ ...message, to: 'd+1234@In.Svc.Test' }, signal)).toMatchObject({ status: 'refused' })
  await mailer.send({ ...message, subject: 'a\r\nBcc: victim@else.test\r\n\r\nbody' }, signal)
  expect(receiver.mails).toHaveLength(1)
  expect(receiver.mails[0]?.to).toEqual(['ops@shop.test'])
  expect((await PostalMime.parse(receiver.mails[0]?.raw ?? '')).bcc).toBeUndefined()
})

test.skipIf(!hasPostfix)('Postfix accepts a message and delivers it unchanged', async () => {
  const receiver = await startMailReceiver()
  const relay = startPostfixRelay(receiver.port)
  const mailer = mailerFor(`smtp://127.0.0.1:${relay.port}`)
  expect(await mailer.send(message, signal)).toEqual({ status: 'sent' })
  await until(() => receiver.mails.length === 1, relay.log)
  expect(receiver.mails).toMatchObject([{ from: 'reports@svc.test', to: ['ops@shop.test'], isEncrypted: true }])
  const { headers, text } = await PostalMime.parse(receiver.mails[0]?.raw ?? '')
  expect(text?.trim()).toBe(message.text.trim())
  expect(headers).toContainEqual(expect.objectContaining({ key: 'auto-submitted', value: 'auto-generated' }))
})

test.each([
  ['smtp://mail.test', { host: 'mail.test', port: 587, tls: 'required' }],
  ['smtps://a%40b:c%3Ad@mail.test', { host: 'mail.test', port: 465, tls: 'implicit', user: 'a@b', password: 'c:d' }],
  ['smtp://localhost:25', { host: 'localhost', port: 25, tls: 'optional' }],
  ['smtp://[::1]:2525/?tls=none', { host: '::1', port: 2525, tls: 'none' }],
])('%s is read', (url, server) => expect(readMailServer(url)).toEqual(server as never))

test.each([
  'http://mail.test',
  'smtp://',
  'smtp://mail.test/path',
  'smtp://mail.test?tls=maybe',
  'smtp://mail.test?pool=true',
  'smtps://mail.test?tls=none',
  'smtp://user@mail.test',
  'smtp://user:pass@mail.test?tls=none',
  'smtp://%zz:pass@mail.test',
])('%s is refused, without the value in the message', (url) => {
  const read = readMailServer(url)
  expect(read).toHaveProperty('problem')
  expect(JSON.stringify(read)).not.toContain('pass@')
})
