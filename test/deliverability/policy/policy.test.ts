/** A policy replayed on mail that is counted by hand, and the advice that follows. */
import { expect, test } from 'bun:test'
import {
  type DomainMail,
  type FailingMail,
  advise,
  policyOfRecord,
  replayPolicy,
} from '../../../src/deliverability/policy/index.ts'
import type { ClassifiedStream, MailStream, SourceClass } from '../../../src/deliverability/senders/index.ts'

const days = 30
const stream = (over: Partial<MailStream>): MailStream => ({
  ip: '192.0.2.1',
  headerFrom: 'example.com',
  signer: '',
  mailer: '',
  dkimAligned: false,
  spfAligned: false,
  override: 'none',
  messages: 100,
  days,
  firstDay: 0,
  lastDay: days - 1,
  ...over,
})
const as = (name: SourceClass, over: Partial<MailStream>): ClassifiedStream => ({
  stream: stream(over),
  class: name,
  sender: undefined,
  evidence: [],
})
const good = as('own', { ip: '198.51.100.1', messages: 9000, dkimAligned: true, signer: 'example.com' })

/** Mail whose failing part is spread over the days evenly. */
function mailOf(classified: readonly ClassifiedStream[], over: Partial<DomainMail> = {}): DomainMail {
  const failing: FailingMail[] = classified
    .filter((each) => !each.stream.dkimAligned && !each.stream.spfAligned)
    .flatMap((each) =>
      Array.from({ length: 10 }, (_, day) => ({ ...each.stream, day, messages: each.stream.messages / 10 })),
    )
  return {
    domain: 'example.com',
    periodDays: days,
    classified,
    failing,
    dmarc: 'v=DMARC1; p=none; rua=mailto:d@example.com',
    isInherited: false,
    spf: 'v=spf1 include:_spf.google.com ~all',
    reportUri: null,
    reportedDays: days,
    reporters: 4,
    ...over,
  }
}
const policy = (record: string) => policyOfRecord(record, { isInherited: false })
const printer = as('own', { ip: '192.0.2.7', messages: 300 })
const forger = as('threat', { ip: '203.0.113.9', messages: 500 })

const replays: [record: string, quarantined: number, rejected: number][] = [
  ['v=DMARC1; p=none', 0, 0],
  ['v=DMARC1; p=quarantine', 800, 0],
  ['v=DMARC1; p=reject', 0, 800],
  ['v=DMARC1; p=reject; t=y', 800, 0],
  ['v=DMARC1; p=quarantine; t=y', 0, 0],
  // RFC 7489 6.6.4: the rest is treated by the next weaker policy.
  ['v=DMARC1; p=reject; pct=25', 600, 200],
  ['v=DMARC1; p=quarantine; pct=25', 200, 0],
]
for (const [record, quarantined, rejected] of replays)
  test(`${record} stops ${quarantined + rejected} of 800 failing messages`, () => {
    const { lost } = replayPolicy(mailOf([good, printer, forger]), policy(record))
    expect(lost).toMatchObject({ quarantined, rejected, messages: quarantined + rejected })
  })

test('a loss is counted by class, source and day, and compliant mail is never lost', () => {
  const replay = replayPolicy(mailOf([good, printer, forger]), policy('v=DMARC1; p=reject'))
  expect(replay).toMatchObject({ messages: 9800, compliant: 9000, spared: 0 })
  expect(replay.lost.byClass).toEqual({ own: 300, forwarder: 0, threat: 500, unknown: 0 })
  expect(replay.sources.map(({ lost, name }) => [name, lost])).toEqual([
    ['203.0.113.9', 500],
    ['192.0.2.7', 300],
    ['198.51.100.1', 0],
  ])
  expect(replay.daily).toHaveLength(10)
  expect(replay.daily[0]).toEqual({ day: 0, lost: { own: 30, forwarder: 0, threat: 50, unknown: 0 } })
})

test('mail to which a receiver would not apply the policy is spared', () => {
  const list = as('forwarder', { ip: '192.0.2.8', messages: 60, override: 'mailing_list' })
  expect(replayPolicy(mailOf([good, list]), policy('v=DMARC1; p=reject'))).toMatchObject({
    spared: 60,
    lost: { messages: 0 },
  })
})

test('sp applies to subdomains with mail of their own, and np to the others', () => {
  const shop = as('own', { ip: '192.0.2.7', headerFrom: 'shop.example.com', messages: 100 })
  const made = as('threat', { ip: '203.0.113.9', headerFrom: 'pay.example.com', messages: 200 })
  const { lost, unusedSubdomains } = replayPolicy(
    mailOf([good, shop, made]),
    policy('v=DMARC1; p=reject; sp=none; np=reject'),
  )
  expect(lost.byClass).toEqual({ own: 0, forwarder: 0, threat: 200, unknown: 0 })
  expect(unusedSubdomains).toBe(200)
})

test('an own server without authentication is a blocker, repaired by one complete record', () => {
  const { blockers, nextRecord, verdict } = advise(mailOf([good, printer, forger]))
  expect(verdict).toBe('fix_sources')
  expect(nextRecord).toBeNull()
  expect(blockers).toHaveLength(1)
  expect(blockers[0]).toMatchObject({ perDay: 10, source: { name: '192.0.2.7' } })
  expect(blockers[0]?.remedy.record).toEqual({
    name: 'example.com',
    type: 'TXT',
    value: 'v=spf1 include:_spf.google.com ip4:192.0.2.7 ~all',
  })
})

const verdicts: [name: string, mail: DomainMail, verdict: string, next: string | null][] = [
  ['too few days', mailOf([good], { reportedDays: 5 }), 'collect_more', null],
  ['one reporter', mailOf([good], { reporters: 1 }), 'collect_more', null],
  [
    'no record at all',
    mailOf([good], { dmarc: null, reportedDays: 0, reportUri: 'mailto:d@svc.test' }),
    'collect_more',
    'v=DMARC1; p=none; rua=mailto:d@svc.test',
  ],
  [
    'only forgeries fail',
    mailOf([good, forger]),
    'ready_for_quarantine',
    'v=DMARC1; p=quarantine; np=reject; rua=mailto:d@example.com',
  ],
  [
    'quarantine has cost nothing',
    mailOf([good, forger], { dmarc: 'v=DMARC1; p=quarantine; pct=100; adkim=s; rua=mailto:d@example.com!10m' }),
    'ready_for_reject',
    'v=DMARC1; p=reject; adkim=s; rua=mailto:d@example.com',
  ],
  [
    'reject is published',
    mailOf([good, forger], { dmarc: 'v=DMARC1; p=reject; rua=mailto:d@example.com' }),
    'hold',
    null,
  ],
  ['forwarding would lose too much', mailOf([good, as('forwarder', { ip: '192.0.2.8', messages: 900 })]), 'hold', null],
  [
    'a large source has no class',
    mailOf([good, as('unknown', { ip: '192.0.2.8', messages: 90 })]),
    'fix_sources',
    null,
  ],
  [
    'a parent publishes the record',
    mailOf([good, forger], { dmarc: 'v=DMARC1; p=reject; sp=none; rua=mailto:d@example.com', isInherited: true }),
    'ready_for_quarantine',
    'v=DMARC1; p=quarantine; np=reject; rua=mailto:d@example.com',
  ],
]
for (const [name, mail, verdict, next] of verdicts)
  test(`${name}: ${verdict}`, () => {
    const advice = advise(mail)
    expect(advice.verdict as string).toBe(verdict)
    expect(advice.nextRecord).toBe(next)
    expect(advice.reasons.length).toBeGreaterThan(0)
  })

test('a source of a subdomain delays only the subdomains', () => {
  const shop = as('own', { ip: '192.0.2.7', headerFrom: 'shop.example.com', messages: 300 })
  const { blockers, impact, nextRecord, verdict } = advise(mailOf([good, shop, forger]))
  expect(verdict).toBe('ready_for_quarantine')
  expect(nextRecord).toBe('v=DMARC1; p=quarantine; sp=none; np=reject; rua=mailto:d@example.com')
  expect(blockers.map(({ source }) => source.name)).toEqual(['192.0.2.7'])
  expect(impact.lost.byClass.own).toBe(0)
})
