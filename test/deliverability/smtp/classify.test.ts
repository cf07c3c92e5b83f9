import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import labels from '../../fixtures/smtp/reply-labels.json'
import {
  type Phase,
  type ProbeOutcome,
  type Reply,
  ReplyReader,
  classifyReply,
  messageOf,
} from '../../../src/deliverability/smtp/index.ts'
import { publishedFile } from '../../support/published-data.ts'
import { processorMs } from '../../support/processor-time.ts'

const invalid: readonly ProbeOutcome[] = ['not_found', 'disabled']

function read(text: string): Reply {
  const reader = new ReplyReader()
  reader.push(new TextEncoder().encode(`${text}\r\n`))
  return reader.take() as Reply
}

function classify(text: string, phase: Phase = 'rcpt', recipient?: string): ProbeOutcome {
  return classifyReply(read(text), { phase, ...(recipient === undefined ? {} : { recipient }) })
}

const replies: [text: string, outcome: ProbeOutcome][] = [
  ['250 2.1.5 Ok', 'accepted'],
  ['251 2.1.5 will forward', 'accepted'],
  ['252 2.1.5 send some mail, I will try', 'accepted_unverified'],
  ['354 go on', 'policy'],
  ['220 mx.test ESMTP', 'policy'],
  // Absent.
  ['550 5.1.1 <a@b.test>: Recipient address rejected: User unknown in virtual mailbox table', 'not_found'],
  ['550 5.1.1 <a@b.test>... User unknown', 'not_found'],
  ['550 No such user here', 'not_found'],
  ['550 Unrouteable address', 'not_found'],
  ['550 sorry, no mailbox here by that name. (#5.1.1)', 'not_found'],
  ['550 5.1.10 RESOLVER.ADR.RecipientNotFound; Recipient not found by SMTP address lookup', 'not_found'],
  ['550 5.4.1 Recipient address rejected: Access denied. AS(201806281) [x.protection.outlook.com]', 'not_found'],
  ['550 5.1.6 Mailbox has moved', 'not_found'],
  ['550 5.1.1 User lookup failed: no such user', 'not_found'],
  ['550 #5.1.0 Address rejected.', 'not_found'],
  ['550 5.1.0 Address rejected due to policy', 'policy'],
  [
    '550-Callout verification failed:\r\n550 550 5.1.1 <a@b.test>: Recipient address rejected: User unknown',
    'not_found',
  ],
  ['550-Callout verification failed:\r\n550 450 4.1.1 User unknown', 'deferred'],
  ['550 5.1.1 <a@b.test> does not exist. See our policy at https://b.test/policy', 'not_found'],
  // The directory could not be queried, whatever the code says.
  ['550 5.1.1 User database unavailable', 'policy'],
  ['550 5.1.1 Unable to look up recipient (LDAP timeout)', 'policy'],
  ['550 5.1.1 Recipient lookup failed', 'policy'],
  ['550 5.1.10 directory lookup unavailable', 'policy'],
  ['550 5.4.1 Recipient address rejected: Access denied due to geo block', 'policy'],
  ['550 5.1.1', 'not_found'],
  ['553 5.1.3 bad destination mailbox address syntax', 'not_found'],
  // There, but no mail goes in.
  ['452 4.2.2 mailbox is full', 'full_inbox'],
  ['552 5.2.2 Over quota', 'full_inbox'],
  ['550 Mailbox quota exceeded', 'full_inbox'],
  ['550 5.2.1 mailbox disabled, not accepting messages', 'disabled'],
  ['550 5.2.1 The email account that you tried to reach is inactive.', 'disabled'],
  ['550 5.1.1 This account has been suspended', 'disabled'],
  ['450 4.2.1 The mailbox is temporarily disabled', 'deferred'],
  // The system is not the mailbox.
  ['452 4.3.1 Insufficient system storage', 'deferred'],
  ['452 4.3.1 mail system full', 'deferred'],
  ['451 4.3.0 mailbox quota service unavailable', 'deferred'],
  // Later.
  ['450 4.2.0 <a@b.test>: Recipient address rejected: Greylisted, see http://postgrey.test', 'greylisted'],
  ['451 4.7.1 Greylisting in action, please come back later', 'greylisted'],
  ['451 DT:SPM temporarily greylisted, retry in 300 seconds', 'greylisted'],
  ['451 4.7.1 Please try again later', 'greylisted'],
  ['450 4.1.1 unverified address: Address verification in progress', 'deferred'],
  ['550 5.1.1 Recipient address rejected: unverified address: connect to mx: Connection timed out', 'deferred'],
  ['451 Temporary local problem - please try later', 'deferred'],
  ['421 4.7.0 mx Too many connections from 192.0.2.1', 'deferred'],
  ['452 4.5.3 Too many recipients', 'deferred'],
  ['450 4.1.1 User unknown', 'deferred'],
  // About us.
  ['554 5.7.1 Service unavailable; Client host [192.0.2.1] blocked using zen.spamhaus.org', 'blocked'],
  ['550 5.1.1 rejected, 192.0.2.1 is listed at bl.spamcop.net', 'blocked'],
  ['550 5.7.606 Access denied, banned sending IP [192.0.2.1]', 'blocked'],
  ['554 5.7.1 Client host rejected: Access denied', 'blocked'],
  ['550 permanent failure: user unknown? no: your IP is on our blacklist', 'blocked'],
  ['450 4.7.25 Client host rejected: cannot find your hostname, [192.0.2.1]', 'needs_rdns'],
  ['550 5.7.1 Fix reverse DNS for 192.0.2.1', 'needs_rdns'],
  ['504 5.5.2 <localhost>: Helo command rejected: need fully-qualified hostname', 'bad_helo'],
  ['550 5.7.1 <verify.test>: HELO is a forged name', 'bad_helo'],
  ['550 5.1.8 Domain of sender address does not resolve', 'sender_rejected'],
  ['550 5.1.0 <v@x.test>: Sender address rejected: User unknown', 'sender_rejected'],
  ['550 5.1.1 Sender verify failed', 'sender_rejected'],
  ['550 5.7.23 SPF validation failed', 'sender_rejected'],
  ['554 5.7.1 <a@b.test>: Relay access denied', 'relay_denied'],
  ["553 sorry, that domain isn't in my list of allowed rcpthosts (#5.7.1)", 'relay_denied'],
  ['550 5.7.1 Unable to relay', 'relay_denied'],
  ['550 relay not permitted', 'relay_denied'],
  ['550 5.7.26 unauthenticated mail is prohibited by DMARC', 'policy'],
  ['550 Administrative prohibition', 'policy'],
  ['550 5.7.1 rejected by rule, user is not allowed mail from you', 'policy'],
  ['550 5.7.133 SenderNotAuthenticatedForGroup', 'policy'],
  ['550 rejected', 'policy'],
  ['554 5.0.0 no', 'policy'],
  ['503 5.5.1 Error: need MAIL command', 'policy'],
  ['551 User not local; please try elsewhere', 'policy'],
  ['550 5.1.1 rejected for policy reasons', 'policy'],
  // Words of absence that are about something else.
  ['550 Sender address <v@x.test> does not exist', 'sender_rejected'],
  ['550 5.1.1 return address unknown user', 'policy'],
  ['550 5.1.1 Your email address does not exist', 'policy'],
  ['550 The from address is not a valid address', 'policy'],
  ['554 5.5.0 too many unknown users from 192.0.2.1', 'deferred'],
  ['550 5.1.1 too many invalid recipients', 'deferred'],
  ['550 5.7.1 user unknown: directory harvest attack', 'policy'],
  ['550 5.1.2 Recipient address rejected: Domain not found', 'policy'],
  ['550 5.1.1 user lookup failure, LDAP error', 'policy'],
  ['550 5.2.1 The mailbox is temporarily disabled', 'policy'],
  ['554 5.7.1 The IP address is suspended', 'policy'],
  ['554 address 192.0.2.1: session terminated', 'policy'],
  ['550 user unknown, try again later', 'policy'],
  // One of two reasons, or what ails all mailboxes.
  ['550 5.7.1 Recipient rejected - user unknown or policy', 'policy'],
  ['550 Mailbox does not exist or you are not authorized to send to it', 'policy'],
  ['550 User not found, or access is restricted', 'policy'],
  ['550 5.1.1 No such user or mailbox', 'not_found'],
  ['550 Unknown recipient; server is in maintenance mode', 'policy'],
  ['550 recipient rejected; Administrative Lockout. User unknown', 'policy'],
  ['550 unrouteable address: all relevant MX records point to non-existent hosts', 'policy'],
  ['550 Unrouteable address', 'not_found'],
  ['550 5.1.1 Domain example.test no longer exists', 'policy'],
  ['550 5.1.1 The mailbox in the domain example.test does not exist', 'not_found'],
  ['521 5.2.1 AOL will not accept delivery of this message', 'policy'],
  ['521 5.2.1 This host does not accept mail', 'policy'],
  ['550 Utilisateur inconnu', 'not_found'],
  ['550 Empfänger unbekannt', 'not_found'],
  ['550 Usuario desconocido', 'not_found'],
  ['550 5.1.1 account closed', 'disabled'],
  // The limit of someone who is there.
  ['450 4.2.1 The user you are trying to contact is receiving mail at a rate that prevents more', 'accepted_rate'],
  ['550 5.2.1 The user you are trying to contact is receiving mail at a rate that prevents more', 'accepted_rate'],
]

describe('a reply to RCPT', () => {
  test.each(replies)('“%s” is %s', (text, outcome) => expect(classify(text)).toBe(outcome))

  test('is read without the words of the address itself', () => {
    expect(classify('550 5.1.1 <relay.denied@spamhaus.test>: user unknown', 'rcpt', 'relay.denied@spamhaus.test')).toBe(
      'not_found',
    )
    expect(classify('550 5.1.1 blocklist@sorbs.test unknown user', 'rcpt', 'blocklist@sorbs.test')).toBe('not_found')
    expect(classify('550 unknown.user may not be reached', 'rcpt', 'unknown.user@example.test')).toBe('policy')
  })
  test('of a temporary kind never means that a mailbox does not exist', () => {
    for (const [text] of replies.filter(([text]) => text.startsWith('55'))) {
      const passing = text.replace(/^55\d/gm, '451').replace(/\b5\.(\d+\.\d+)/g, '4.$1')
      expect(invalid, passing).not.toContain(classify(passing))
    }
  })
})

describe('before RCPT', () => {
  const cases: [phase: Phase, text: string, outcome: ProbeOutcome][] = [
    ['banner', '554 mx.test', 'blocked'],
    ['banner', '554 5.7.1 no reverse DNS', 'needs_rdns'],
    ['banner', '521 does not accept mail', 'policy'],
    ['banner', '421 try later', 'deferred'],
    ['banner', '550 5.1.1 no such user', 'policy'],
    ['ehlo', '550 go away', 'bad_helo'],
    ['ehlo', '421 later', 'deferred'],
    ['mail', '550 no', 'sender_rejected'],
    ['mail', '550 5.1.1 user unknown', 'sender_rejected'],
    ['mail', '451 4.7.1 greylisted', 'greylisted'],
    ['mail', '553 5.7.1 [BL21] Connections will not be accepted from 192.0.2.1', 'blocked'],
  ]
  test.each(cases)('%s: “%s” is %s', (phase, text, outcome) => expect(classify(text, phase)).toBe(outcome))

  test('no text means that a mailbox does not exist', () => {
    for (const phase of ['banner', 'ehlo', 'starttls', 'mail'] as const)
      for (const [text] of replies) expect(invalid, text).not.toContain(classify(text, phase))
  })
})

describe('a refusal that names our own sender', () => {
  const sender = 'verify@probe.example.org'
  const recipient = 'anna@target.test'
  const outcomeOf = (text: string) => classifyReply(read(text), { phase: 'rcpt', recipient, sender })
  test.each([
    '550 5.1.1 <verify@probe.example.org>: User unknown',
    '550 <verify@probe.example.org>: no such user',
    '550 Could not verify verify@probe.example.org: 550 unknown user',
    '550 5.1.1 VERIFY@PROBE.EXAMPLE.ORG... User unknown',
    '550 5.1.1 SMTP:verify@probe.example.org does not exist',
    '550 5.2.1 <verify@probe.example.org> mailbox disabled',
    '552 5.2.2 verify@probe.example.org: mailbox full',
    '550-5.1.1 I asked your server:\r\n550 5.1.1 <verify@probe.example.org> no such mailbox',
  ])('“%s” says nothing about the recipient', (text) => expect(outcomeOf(text)).toBe('sender_rejected'))
  test('that is temporary is retried later', () =>
    expect(outcomeOf('450 4.1.1 <verify@probe.example.org>: user unknown')).toBe('deferred'))
  test.each([
    '550 5.1.1 <anna@target.test>: User unknown; from=<verify@probe.example.org> to=<anna@target.test>',
    '550 5.1.1 from: verify@probe.example.org, no such user',
    '550 5.1.1 xverify@probe.example.org: User unknown',
    '550 5.1.1 <anna@target.test>: User unknown',
  ])('does not match “%s”', (text) => expect(outcomeOf(text)).toBe('not_found'))
  test('is about the recipient where both are the same', () =>
    expect(
      classifyReply(read('550 5.1.1 <a@b.test>: User unknown'), {
        phase: 'rcpt',
        recipient: 'a@b.test',
        sender: 'A@b.test',
      }),
    ).toBe('not_found'))
})

test('no code and no text breaks the classifier', () => {
  const code = fc.integer({ min: 200, max: 599 })
  fc.assert(
    fc.property(code, fc.string({ unit: 'binary', maxLength: 400 }), fc.string(), (code, line, recipient) => {
      expect(typeof classifyReply({ code, enhancedCode: undefined, lines: [line] }, { phase: 'rcpt', recipient })).toBe(
        'string',
      )
    }),
  )
})

describe('64 KB are read in linear time:', () => {
  const parts = [
    'mailbox account exceeded client host helo sender ',
    'a',
    'a@',
    '<',
    ' ',
    'refus',
    'user x',
    'client host',
    'domain ',
    'ip address ',
    'too many ',
  ]
  test.each(parts)('“%s” again and again', (part) => {
    const line = `user ${part.repeat(65_000 / part.length)}`
    const replies = [450, 550].map((code) => ({ code, enhancedCode: undefined, lines: [line] }))
    const startedAt = processorMs()
    for (const reply of replies) {
      classifyReply(reply, { phase: 'rcpt', recipient: 'user@domain.test' })
      messageOf(reply)
    }
    expect(processorMs() - startedAt).toBeLessThan(400)
  })
})

const published = publishedFile('smtp-replies-206.json')

describe.skipIf(published === undefined)(
  'the 206 replies of mailbox providers (ActiveCampaign/smtp-field-manual)',
  () => {
    type Row = { code: string; response: string }
    const rows = JSON.parse(published?.toString() ?? '[]') as Row[]
    // The texts are from logs: the program’s name precedes most, and a story before some.
    const found = rows.map(({ code, response }) => {
      const [, said, text] = /(?:^|[\s;:])([45]\d\d)[ -](.*)$/s.exec(response.replace(/^smtp; ?/i, '')) ?? []
      return classify(`${said ?? code} ${text ?? response}`.replace(/\s+/g, ' '))
    })
    const labelled = new Map(
      Object.entries(labels.labels).flatMap(([label, indexes]) => indexes.map((index) => [index, label] as const)),
    )

    test('are those that were labelled', () => {
      expect(new Bun.CryptoHasher('sha256').update(published ?? '').digest('hex')).toBe(labels.sha256)
      expect(rows).toHaveLength(206)
    })
    test('are classified like by a human reader', () => {
      const wrong = found.flatMap((outcome, index) => {
        const wanted = labelled.get(index) ?? 'policy'
        return outcome === wanted ? [] : [`${index} ${rows[index]?.response}: ${outcome}, not ${wanted}`]
      })
      expect(wrong).toEqual([])
    })
    test('and none about policy, reputation or temporary conditions makes an address invalid', () => {
      const mistaken = found.filter((outcome, index) => {
        const wanted = (labelled.get(index) ?? 'policy') as ProbeOutcome
        return invalid.includes(outcome) && !invalid.includes(wanted)
      })
      expect(mistaken).toEqual([])
    })
  },
)

describe('code 5.1.1 and a clause that names the mailbox', () => {
  const clauses = [
    'User unknown',
    'No such user here',
    '<a@b.test>: Recipient address rejected: User unknown in local table',
  ]
  const tails = {
    // Names of filters, connections and pages, and advice: what the reply says of the mailbox stands.
    not_found: [
      ' [ip=198.51.100.7]',
      ', Spam Filter mx1',
      ' (mx-in-3, tls)',
      '; this message bounced',
      '. Limit of this server: 50',
      '. Check the address and try again later',
      '. See our policy at https://b.test/policy',
      ' - virus checked',
      '. Please contact the sender of this list',
      ' {greylist-mx2}',
      ' | content filter 7',
      '. Sending host: mx.c.test',
    ],
    // A cause that concerns the client, or an alternative: the mailbox may exist.
    other: [
      '; your IP is blocked',
      ', or you are not allowed to send',
      ' (blocked using zen.spamhaus.org)',
      '; too many attempts',
      ' or access denied',
      ' because your country is blocked',
      '; your host is on our blacklist',
      '. relay denied',
      ' unless authenticated',
      ' (lookups throttled)',
      '; possible dictionary attack',
      '; PTR record missing',
    ],
  }
  test.each(clauses.flatMap((clause) => tails.not_found.map((tail) => `550 5.1.1 ${clause}${tail}`)))(
    '%s is not_found',
    (text) => expect(classify(text, 'rcpt', 'a@b.test')).toBe('not_found'),
  )
  test.each(clauses.flatMap((clause) => tails.other.map((tail) => `550 5.1.1 ${clause}${tail}`)))(
    '%s proves nothing',
    (text) => expect(invalid).not.toContain(classify(text, 'rcpt', 'a@b.test')),
  )
})
