/** Authentication of received messages against a message that another implementation signed, and against hostile ones. */
import { expect, test } from 'bun:test'
import { authenticateMessage } from '../../../src/deliverability/authentication/index.ts'
import { type Zone, resolverOf } from '../zone.ts'
import { keyRecord, signedMessage } from './signed-message.ts'

const key = 'TXT s1._domainkey.reporter.example'
const spf = 'TXT bounce.reporter.example'

async function authenticate(
  zone: Zone,
  message = signedMessage,
  from = { clientIp: '192.0.2.1', mailFrom: 'b@bounce.reporter.example' },
) {
  const { resolve } = resolverOf(zone)
  const bytes = new TextEncoder().encode(message)
  return authenticateMessage({ bytes, helo: 'mail.reporter.example', ...from }, { resolve })
}

test('a signature of the organization in From passes, whatever SPF says', async () => {
  expect(await authenticate({ [key]: [keyRecord], [spf]: ['v=spf1 -all'] })).toEqual({
    verdict: 'pass',
    from: 'mail.reporter.example',
    spf: { result: 'fail', domain: 'bounce.reporter.example' },
    dkim: [{ domain: 'reporter.example', selector: 's1', result: 'pass' }],
  })
})

test('SPF of the organization in From passes without a signature', async () => {
  const unsigned = signedMessage.slice(signedMessage.indexOf('From:'))
  const evaluated = await authenticate({ [spf]: ['v=spf1 ip4:192.0.2.0/24 -all'] }, unsigned)
  expect(evaluated).toMatchObject({ verdict: 'pass', spf: { result: 'pass' }, dkim: [] })
})

test('SPF of another organization does not pass', async () => {
  const from = { clientIp: '192.0.2.1', mailFrom: 'b@elsewhere.test' }
  const evaluated = await authenticate({ 'TXT elsewhere.test': ['v=spf1 +all'] }, signedMessage, from)
  expect(evaluated).toMatchObject({ verdict: 'fail', spf: { result: 'pass' }, dkim: [{ result: 'neutral' }] })
})

test('the null sender is evaluated by HELO', async () => {
  const zone = { 'TXT mail.reporter.example': ['v=spf1 ip4:192.0.2.1 -all'] }
  const evaluated = await authenticate(zone, signedMessage, { clientIp: '192.0.2.1', mailFrom: '' })
  expect(evaluated).toMatchObject({ verdict: 'pass', spf: { result: 'pass', domain: 'mail.reporter.example' } })
})

test('a changed body or subject fails', async () => {
  for (const changed of [
    signedMessage.replace('two lines', 'two  line'),
    signedMessage.replace('Submitter', 'Submitted'),
  ])
    expect((await authenticate({ [key]: [keyRecord] }, changed)).verdict).toBe('fail')
})

test('a key that DNS cannot return now leaves the message unmeasured', async () => {
  expect(await authenticate({ [key]: 'timeout' })).toMatchObject({
    verdict: 'unmeasured',
    dkim: [{ result: 'temperror' }],
  })
})

test('several or no From fields never pass', async () => {
  const zone: Zone = { [key]: [keyRecord], [spf]: ['v=spf1 +all'] }
  expect(await authenticate(zone, `From: other@victim.test\r\n${signedMessage}`)).toMatchObject({
    verdict: 'fail',
    from: null,
  })
  expect(await authenticate(zone, 'Subject: none\r\n\r\nText')).toMatchObject({ verdict: 'fail', from: null })
})

test.each([
  ['nothing', ''],
  ['only NULs', '\0'.repeat(1000)],
  [
    'a thousand signatures',
    `${'DKIM-Signature: v=1; a=rsa-sha256; d=a.test; s=a; h=from; bh=x; b=y\r\n'.repeat(1000)}From: a@a.test\r\n\r\nx`,
  ],
  ['a broken signature', 'DKIM-Signature: ;;;=;d;\r\nFrom: <@>\r\n\r\nx'],
  ['a header without end', `From: a@a.test\r\nX: ${'x'.repeat(300_000)}`],
])('%s does not pass and does not throw', async (_, message) => {
  expect((await authenticate({ [spf]: ['v=spf1 +all'] }, message)).verdict).not.toBe('pass')
})
