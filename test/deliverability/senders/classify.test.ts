/** The class of every kind of source, with the evidence that decides. */
import { expect, test } from 'bun:test'
import {
  type ClassContext,
  type HostFacts,
  type MailStream,
  type SourceClass,
  classifyStreams,
  termsOfSpf,
} from '../../../src/deliverability/senders/index.ts'

const always = { days: 90, firstDay: 0, lastDay: 89 }
const once = { days: 1, firstDay: 40, lastDay: 40 }
const stream = (over: Partial<MailStream>): MailStream => ({
  ip: '192.0.2.1',
  headerFrom: 'example.com',
  signer: '',
  mailer: '',
  dkimAligned: false,
  spfAligned: false,
  override: 'none',
  messages: 500,
  ...always,
  ...over,
})
/** The mail of a well set up provider, beside which others are evaluated. */
const usual = stream({
  ip: '198.51.100.1',
  signer: 'example.com',
  mailer: 'example.com',
  dkimAligned: true,
  spfAligned: true,
  messages: 100_000,
})
const ownHosts = ['192.0.2.11', '192.0.2.12', '192.0.2.13', '192.0.2.14']
const named = (name: string): HostFacts => ({ state: 'confirmed', name })

interface Case {
  readonly of: Partial<MailStream>
  readonly others?: readonly Partial<MailStream>[]
  readonly host?: HostFacts
  readonly otherHosts?: Readonly<Record<string, HostFacts>>
  readonly spf?: string
  readonly byHand?: SourceClass
  readonly is: SourceClass
  readonly because: string
}

const cases: Record<string, Case> = {
  'mail that SPF of the domain authorizes is own': {
    of: { mailer: 'example.com', spfAligned: true },
    is: 'own',
    because: 'spf_authorized',
  },
  'mail that a service signs with a key of the domain is own': {
    of: { signer: 'example.com', dkimAligned: true, mailer: 'sendgrid.net' },
    is: 'own',
    because: 'own_signature_by_sender',
  },
  'unaligned mail of a service that SPF includes is own, if it recurs': {
    of: { signer: 'sendgrid.net', mailer: 'sendgrid.net' },
    spf: 'v=spf1 include:sendgrid.net ~all',
    is: 'own',
    because: 'declared_sender',
  },
  'a single day of a service that no record names is a threat': {
    of: { signer: 'sendgrid.net', mailer: 'sendgrid.net', ...once },
    is: 'threat',
    because: 'undeclared_sender',
  },
  'a host named within the domain is own': {
    of: { messages: 40, days: 10 },
    host: named('erp.example.com'),
    is: 'own',
    because: 'own_host_name',
  },
  'a network in the SPF record is own, although its mail has another envelope sender': {
    of: { mailer: 'hosting.net', messages: 40, days: 10 },
    spf: 'v=spf1 ip4:192.0.2.0/28 -all',
    is: 'own',
    because: 'declared_network',
  },
  'the default signature of the account of the domain is own': {
    of: { signer: 'example-com.20230601.gappssmtp.com', mailer: '', messages: 90 },
    is: 'own',
    because: 'own_default_signature',
  },
  'a signature that survives without SPF is a forwarder': {
    of: { signer: 'example.com', dkimAligned: true, messages: 20, days: 15 },
    is: 'forwarder',
    because: 'signature_survives',
  },
  'broken mail of a host that mostly keeps the signature is a forwarder': {
    of: { messages: 3, days: 3 },
    others: [{ signer: 'example.com', dkimAligned: true, messages: 20, days: 15 }],
    is: 'forwarder',
    because: 'signature_survives_elsewhere',
  },
  'a known mailbox provider without other evidence is a forwarder': {
    of: { messages: 4, days: 2 },
    host: named('mail-sor-f41.google.com'),
    is: 'forwarder',
    because: 'known_relay',
  },
  'what a receiver reports as list mail is a forwarder': {
    of: { mailer: 'lists.test', signer: 'lists.test', override: 'mailing_list', messages: 9, days: 4 },
    is: 'forwarder',
    because: 'receiver_says_list',
  },
  'much mail of one day by a host with a generic name and no authentication is a threat': {
    of: { messages: 20, ...once },
    host: named('1-2-0-192.dynamic.isp.net'),
    is: 'threat',
    because: 'generic_host_name',
  },
  'two messages of such a host may be forwarded': {
    of: { messages: 2, ...once },
    host: named('1-2-0-192.dynamic.isp.net'),
    is: 'unknown',
    because: 'too_little_mail',
  },
  'little mail of such a host over months is forwarded': {
    of: { messages: 4, days: 3, firstDay: 10, lastDay: 80 },
    host: named('1-2-0-192.dynamic.isp.net'),
    is: 'forwarder',
    because: 'sporadic',
  },
  'a host whose local policy a receiver applies, beside none, is a forwarder': {
    of: { messages: 4, override: 'local_policy', ...once },
    host: { state: 'none' },
    is: 'forwarder',
    because: 'receiver_overrides',
  },
  'a message without a signature of a host that signs the others is own': {
    of: { messages: 1, ...once },
    others: [{ signer: 'example.com', mailer: 'sendgrid.net', dkimAligned: true, messages: 80 }],
    is: 'own',
    because: 'same_host',
  },
  'what another account signs at the same host is no remainder of its mail': {
    of: { messages: 1, signer: 'sendgrid.net', mailer: 'sendgrid.net', ...once },
    others: [{ signer: 'example.com', mailer: 'sendgrid.net', dkimAligned: true, messages: 80 }],
    is: 'unknown',
    because: 'undeclared_sender',
  },
  'a month of a domain that authenticates itself is a new sender or a forger': {
    of: { signer: 'letters.test', mailer: 'letters.test', messages: 300, days: 40, firstDay: 45, lastDay: 89 },
    is: 'unknown',
    because: 'recent_sender',
  },
  'mail servers of one network that all start within days are a threat': {
    of: { messages: 4, days: 2, firstDay: 40, lastDay: 42 },
    others: ['192.0.2.2', '192.0.2.3'].map((ip) => ({ ip, messages: 4, days: 2, firstDay: 40, lastDay: 42 })),
    host: named('mail1.rented.test'),
    otherHosts: { '192.0.2.2': named('mail2.rented.test'), '192.0.2.3': named('mail3.rented.test') },
    is: 'threat',
    because: 'short_lived',
  },
  'a host without a name that sends as much as each of the own hosts is own': {
    of: { signer: 'example.com', dkimAligned: true, messages: 60, days: 40 },
    others: ownHosts.map((ip) => ({ ip, signer: 'example.com', dkimAligned: true, messages: 65, days: 42 })),
    host: { state: 'unknown' },
    otherHosts: Object.fromEntries(ownHosts.map((ip, index) => [ip, named(`smtp${index}.example.com`)])),
    is: 'own',
    because: 'like_own_hosts',
  },
  'an account at a service, whose other hosts send throughout and pass SPF as well, is unknown': {
    of: {
      signer: 'sendgrid.net',
      mailer: 'example.com',
      spfAligned: true,
      messages: 30,
      days: 4,
      firstDay: 40,
      lastDay: 43,
    },
    others: [{ ip: '192.0.2.9', signer: 'sendgrid.net', mailer: 'example.com', spfAligned: true, messages: 3000 }],
    is: 'unknown',
    because: 'host_joins_briefly',
  },
  'an account at a service, whose other mail has an envelope sender of the service, is a threat': {
    of: {
      signer: 'sendgrid.net',
      mailer: 'example.com',
      spfAligned: true,
      messages: 30,
      days: 4,
      firstDay: 40,
      lastDay: 43,
    },
    others: [{ ip: '192.0.2.9', signer: 'sendgrid.net', mailer: 'sendgrid.net', messages: 3000 }],
    is: 'threat',
    because: 'other_account',
  },
  'one message that nothing explains is unknown': {
    of: { messages: 1, ...once },
    is: 'unknown',
    because: 'nothing_authenticates',
  },
  'a class set by hand applies whatever the evidence': {
    of: { mailer: 'example.com', spfAligned: true },
    byHand: 'threat',
    is: 'threat',
    because: 'classified_by_hand',
  },
}

for (const [name, { because, byHand, host, is, of, otherHosts = {}, others = [], spf = null }] of Object.entries(cases))
  test(name, () => {
    const subject = stream(of)
    const context: ClassContext = {
      domain: 'example.com',
      periodDays: 90,
      ...termsOfSpf(spf),
      hosts: new Map([...(host === undefined ? [] : [[subject.ip, host] as const]), ...Object.entries(otherHosts)]),
      byHand: new Map(byHand === undefined ? [] : [[subject.ip, byHand]]),
    }
    const [found] = classifyStreams([subject, usual, ...others.map(stream)], context)
    expect(found?.evidence.map(({ code }) => code as string)).toContain(because)
    expect(found?.class).toBe(is)
    for (const { detail } of found?.evidence ?? []) expect(detail).toMatch(/^\S.*\.$/)
  })

test('hosts that appear together without authentication are a campaign', () => {
  const bots = Array.from({ length: 40 }, (_, index) =>
    stream({ ip: `203.0.113.${index}`, messages: 1, days: 1, firstDay: 40 + (index % 3), lastDay: 40 + (index % 3) }),
  )
  const context: ClassContext = {
    domain: 'example.com',
    periodDays: 90,
    includes: [],
    networks: [],
    hosts: new Map(),
    byHand: new Map(),
  }
  const classes = classifyStreams([...bots, usual], context)
  expect(classes.slice(0, 40).every((each) => each.class === 'threat')).toBe(true)
  expect(classes[0]?.evidence[0]?.code).toBe('campaign')
})

test('six hosts of a week are a campaign where hosts are rare, and three or those of forwarders are none', () => {
  const context: ClassContext = {
    domain: 'example.com',
    periodDays: 90,
    includes: [],
    networks: [],
    hosts: new Map(
      Array.from({ length: 6 }, (_, index) => [`198.51.100.${20 + index}`, named(`mx${index}.a${index}.test`)]),
    ),
    byHand: new Map(),
  }
  const classesOf = (count: number, network: string) => {
    const hosts = Array.from({ length: count }, (_, index) =>
      stream({
        ip: `${network}.${20 + index}`,
        messages: 2,
        days: 1,
        firstDay: 40 + (index % 3),
        lastDay: 40 + (index % 3),
      }),
    )
    return new Set(
      classifyStreams([...hosts, usual], context).flatMap((each) => (each.stream === usual ? [] : each.class)),
    )
  }
  expect([...classesOf(6, '203.0.113')]).toEqual(['threat'])
  expect([...classesOf(3, '203.0.113')]).toEqual(['unknown'])
  expect([...classesOf(6, '198.51.100')]).toEqual(['forwarder'])
})

test('terms of SPF that authorize nobody are not used, and a broken record has none', () => {
  expect(termsOfSpf('v=spf1 -include:a.test ip4:192.0.2.1 ip6:2001:db8::/32 redirect=b.test')).toMatchObject({
    includes: ['b.test'],
    networks: [{ prefixBits: 32 }, { prefixBits: 32 }],
  })
  expect(termsOfSpf('v=spf1 ip4:999.1.1.1')).toEqual({ includes: [], networks: [] })
})
