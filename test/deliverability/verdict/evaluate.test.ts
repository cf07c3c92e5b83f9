import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import {
  type SubStatus,
  type VerdictEvidence,
  bands,
  evaluate,
  subStatuses,
} from '../../../src/deliverability/verdict/index.ts'
import { runs } from '../../support/runs.ts'

const base: VerdictEvidence = { isSyntaxValid: true, mx: 'found' }
type Probe = NonNullable<VerdictEvidence['probe']>
type Provider = NonNullable<VerdictEvidence['provider']>
const answered = (outcome: Probe['outcome'], catchAll: boolean | null = null) => ({ probe: { outcome, catchAll } })
const by = (answering: Provider['answering'], other: Partial<Provider> = {}) => ({
  provider: { answering, mayProbeCatchAll: true, ...other },
})
const good = answered('accepted', false)

const rows: [name: string, evidence: Partial<VerdictEvidence>, subStatus: SubStatus, score: number][] = [
  ['a broken address', { isSyntaxValid: false }, 'syntax', 0],
  ['a domain that is not there', { mx: 'domain_not_found' }, 'domain_not_found', 1],
  ['a null MX', { mx: 'null_mx' }, 'null_mx', 1],
  ['a private MX', { mx: 'private' }, 'mx_private_address', 1],
  ['an unknown user', answered('not_found'), 'not_found', 2],
  ['a closed mailbox', answered('disabled'), 'disabled', 3],
  ['an unknown user of a disposable domain', { isDisposable: true, ...answered('not_found') }, 'not_found', 2],
  ['a mailbox, and no other', good, 'mailbox_exists', 95],
  [
    'a mailbox at Gmail',
    { ...answered('accepted'), ...by('reliable', { mayProbeCatchAll: false }) },
    'accepted_by_provider',
    93,
  ],
  ['a mailbox that gets too much mail', answered('accepted_rate'), 'accepted_rate', 88],
  ['a mailbox where the random name was not answered', answered('accepted'), 'catch_all_unknown', 72],
  ['a catch-all', answered('accepted', true), 'catch_all', 55],
  ['a catch-all with a learned pattern', { ...answered('accepted', true), fitsPattern: true }, 'catch_all', 65],
  ['a gateway', { ...answered('accepted'), ...by('gateway') }, 'gateway_accept', 50],
  ['a gateway that refuses random names', { ...good, ...by('gateway') }, 'mailbox_exists', 95],
  ['a forwarder', { ...answered('accepted'), ...by('accepts_all') }, 'catch_all', 55],
  ['a full mailbox', answered('full_inbox'), 'full_inbox', 40],
  ['a full mailbox at Yahoo', { ...answered('full_inbox'), ...by('unreliable') }, 'full_inbox', 40],
  ['Yahoo, which says yes', { ...answered('accepted'), ...by('unreliable') }, 'unreliable_provider', 60],
  ['a server that cannot verify', answered('accepted_unverified'), 'unreliable_provider', 60],
  ['nobody asked', {}, 'smtp_skipped', 58],
  ['greylisting', answered('greylisted'), 'greylisted', 50],
  ['a refusal of ours', answered('blocked'), 'blocked', 45],
  ['a policy', answered('policy'), 'policy', 45],
  ['a relay refusal', answered('relay_denied'), 'relay_denied', 45],
  ['port 25 closed', answered('egress_port25_blocked'), 'egress_port25_blocked', 45],
  ['DNS that fails', { mx: 'servfail' }, 'dns_servfail', 40],
  ['DNS that is silent', { mx: 'timeout', ...good }, 'dns_timeout', 40],
  ['a disposable domain, unasked', { isDisposable: true }, 'disposable', 15],
  ['a likely trap', { ...good, trap: 'high' }, 'trap_risk_high', 15],
  ['a role', { ...good, isRole: true }, 'role', 79],
  ['a relay', { ...good, isRelay: true }, 'relay', 79],
  ['a role that nobody could tell', { ...answered('greylisted'), isRole: true }, 'greylisted', 35],
  ['a listed domain', { ...good, domainListed: 'critical' }, 'domain_listed', 65],
  ['a domain of last week', { ...good, domainAgeDays: 7 }, 'young_domain', 79],
  ['a domain of last spring', { ...good, domainAgeDays: 100 }, 'mailbox_exists', 90],
  ['a parked domain', { ...answered('accepted', true), ...by('accepts_all'), isParked: true }, 'parked', 50],
  ['a listed subject', { ...good, decidedBy: 'block' }, 'blocked_by_list', 0],
  ['a bounce', { ...good, decidedBy: 'bounced' }, 'bounced', 2],
  ['a complaint', { ...good, decidedBy: 'complained' }, 'complained', 15],
  [
    'a delivery to a catch-all',
    { probe: { outcome: 'accepted', catchAll: true }, deliveredDaysAgo: 3 },
    'delivered',
    93,
  ],
  [
    'a delivery before greylisting',
    { probe: { outcome: 'greylisted', catchAll: null }, deliveredDaysAgo: 3 },
    'delivered',
    93,
  ],
  [
    'a delivery to what is gone now',
    { probe: { outcome: 'not_found', catchAll: false }, deliveredDaysAgo: 0 },
    'not_found',
    2,
  ],
  [
    'a delivery to a role',
    { probe: { outcome: 'accepted', catchAll: true }, deliveredDaysAgo: 3, isRole: true },
    'role',
    78,
  ],
  ['an exception', { probe: { outcome: 'not_found', catchAll: false }, decidedBy: 'allow' }, 'allowed_by_list', 100],
  ['an implicit MX', { ...good, mx: 'implicit' }, 'mailbox_exists', 90],
]

describe('the verdict on', () => {
  for (const [name, evidence, subStatus, score] of rows)
    test(`${name} is ${subStatuses[subStatus].reachable}, ${subStatus}, ${score}`, () =>
      expect(evaluate({ ...base, ...evidence })).toMatchObject({
        subStatus,
        score,
        reachable: subStatuses[subStatus].reachable,
      }))

  test('every reason occurs', () => {
    const given = new Set([...everything()].map((evidence) => evaluate(evidence).subStatus))
    expect([...given].toSorted()).toEqual((Object.keys(subStatuses) as SubStatus[]).toSorted())
  })
})

const outcomes =
  `accepted accepted_rate accepted_unverified not_found full_inbox disabled greylisted deferred blocked needs_rdns bad_helo
  sender_rejected relay_denied policy timeout dropped refused tls_failed smtputf8_unsupported unreachable
  egress_port25_blocked egress_paused harvest_suspected`.split(/\s+/) as Probe['outcome'][]
const mxOutcomes = [
  'found',
  'implicit',
  'null_mx',
  'domain_not_found',
  'no_mx',
  'private',
  'servfail',
  'timeout',
] as const

function* everything(): Generator<VerdictEvidence> {
  yield { isSyntaxValid: false }
  for (const mx of mxOutcomes) yield { ...base, mx }
  for (const outcome of outcomes)
    for (const catchAll of [true, false, null]) yield { ...base, probe: { outcome, catchAll } }
  for (const [, evidence] of rows) yield { ...base, ...evidence }
  yield { ...base, ...good, trap: 'medium' }
}

const maybe = <T>(values: fc.Arbitrary<T>) => fc.option(values, { nil: undefined })
const flag = maybe(fc.boolean())
const evidences = fc
  .record({
    isSyntaxValid: fc.constant(true),
    decidedBy: maybe(fc.constantFrom('allow', 'block', 'bounced', 'complained')),
    deliveredDaysAgo: maybe(fc.nat(40)),
    mx: maybe(fc.constantFrom(...mxOutcomes)),
    probe: maybe(fc.record({ outcome: fc.constantFrom(...outcomes), catchAll: fc.constantFrom(true, false, null) })),
    provider: maybe(
      fc.record({
        answering: fc.constantFrom('reliable', 'reputable', 'unreliable', 'gateway', 'accepts_all'),
        mayProbeCatchAll: fc.boolean(),
      }),
    ),
    isDisposable: flag,
    isParked: flag,
    isRole: flag,
    isRelay: flag,
    isTypo: flag,
    isOdd: flag,
    isGibberish: flag,
    trap: maybe(fc.constantFrom('low', 'medium', 'high')),
    domainListed: maybe(fc.constantFrom('critical', 'high', 'medium', 'low')),
    domainAgeDays: maybe(fc.nat(1000)),
    isMxListed: flag,
    hasSpf: flag,
    hasDmarc: flag,
    hasGravatar: flag,
    fitsPattern: flag,
    verifiedDaysAgo: maybe(fc.nat(200)),
  })
  // What is not known is not there.
  .map(
    (given) =>
      Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)) as object as VerdictEvidence,
  )

/** What makes things worse, one at a time. */
const worsenings: Record<string, (evidence: VerdictEvidence) => VerdictEvidence> = {
  role: (each) => ({ ...each, isRole: true }),
  relay: (each) => ({ ...each, isRelay: true }),
  typo: (each) => ({ ...each, isTypo: true }),
  'an odd name': (each) => ({ ...each, isOdd: true }),
  gibberish: (each) => ({ ...each, isGibberish: true }),
  'a disposable domain': (each) => ({ ...each, isDisposable: true }),
  'a medium trap': (each) => (each.trap === 'high' ? each : { ...each, trap: 'medium' }),
  'a high trap': (each) => ({ ...each, trap: 'high' }),
  'a critical list': (each) => ({ ...each, domainListed: 'critical' }),
  'an important list': (each) => (each.domainListed === 'critical' ? each : { ...each, domainListed: 'high' }),
  'a listed mail host': (each) => ({ ...each, isMxListed: true }),
  'a new domain': (each) => ({ ...each, domainAgeDays: 3 }),
  'no SPF': (each) => ({ ...each, hasSpf: false }),
  'no DMARC': (each) => ({ ...each, hasDmarc: false }),
  'a parked domain': (each) => ({ ...each, isParked: true }),
  'an implicit MX': (each) => (each.mx === 'found' ? { ...each, mx: 'implicit' } : each),
  'a catch-all': (each) => (each.probe === undefined ? each : { ...each, probe: { ...each.probe, catchAll: true } }),
  'a mailbox that is not found': (each) =>
    evaluate(each).reachable === 'invalid' ? each : { ...each, probe: { outcome: 'not_found', catchAll: null } },
  'a full mailbox': (each) =>
    each.probe?.outcome === 'accepted' && each.provider?.answering !== 'unreliable'
      ? { ...each, probe: { outcome: 'full_inbox', catchAll: each.probe.catchAll } }
      : each,
  'a mailbox that is closed': (each) =>
    evaluate(each).reachable === 'invalid' ? each : { ...each, probe: { outcome: 'disabled', catchAll: null } },
  'a young domain': (each) =>
    each.domainAgeDays !== undefined && each.domainAgeDays < 30 ? each : { ...each, domainAgeDays: 100 },
  'a domain without mail hosts': (each) => ({ ...each, mx: 'no_mx' }),
  'a domain that does not exist': (each) => ({ ...each, mx: 'domain_not_found' }),
  'mail hosts that nobody reaches': (each) => ({ ...each, mx: 'private' }),
  'no picture': ({ hasGravatar: _none, ...each }) => each,
  'a pattern of its own': ({ fitsPattern: _none, ...each }) => each,
  'no history': ({ verifiedDaysAgo: _none, ...each }) => each,
  'a null MX': (each) => ({ ...each, mx: 'null_mx' }),
  'broken syntax': (each) => ({ ...each, isSyntaxValid: false }),
}

test('a delivery to a catch-all is not worth more than one to a mailbox that its provider accepts', () => {
  const delivered = { isSyntaxValid: true, deliveredDaysAgo: 0, ...by('reliable', { mayProbeCatchAll: false }) }
  const [accepted, catchAll] = [null, true].map((each) =>
    evaluate({ ...delivered, probe: { outcome: 'accepted', catchAll: each } }),
  )
  expect([accepted?.subStatus, catchAll?.subStatus]).toEqual(['accepted_by_provider', 'delivered'])
  expect(catchAll?.score).toBe(accepted?.score as number)
})

test('a delivery to a catch-all is not worth more for the pattern of the address', () => {
  const probe = { outcome: 'accepted', catchAll: true } as const
  const delivered = { isSyntaxValid: true, deliveredDaysAgo: 0, probe }
  expect(evaluate({ ...delivered, fitsPattern: true, verifiedDaysAgo: 3 }).score).toBe(evaluate(delivered).score)
})

describe('for any evidence,', () => {
  for (const [name, worsen] of Object.entries(worsenings))
    test(`${name} never raises the score`, () => {
      fc.assert(
        fc.property(evidences, (evidence) => {
          expect(evaluate(worsen(evidence)).score).toBeLessThanOrEqual(evaluate(evidence).score)
        }),
        { numRuns: runs(700) },
      )
    })

  test('the score is within the range of the verdict, and is the sum of its terms', () => {
    fc.assert(
      fc.property(evidences, (evidence) => {
        const { breakdown, reachable, score } = evaluate(evidence)
        const [lowest, highest] = bands[reachable]
        expect(score >= lowest && score <= highest).toBe(true)
        expect(breakdown.reduce((sum, { points }) => sum + points, 0)).toBe(score)
      }),
      { numRuns: runs(1000) },
    )
  })

  test('only syntax, the domain, the mailbox itself or a block list make it invalid', () => {
    const own = ['not_found', 'disabled', 'smtputf8_unsupported']
    const dead = ['null_mx', 'domain_not_found', 'no_mx', 'private']
    fc.assert(
      fc.property(evidences, (evidence) => {
        const isOwn = own.includes(evidence.probe?.outcome ?? '') || dead.includes(evidence.mx ?? '')
        const { decidedBy } = evidence
        const isInvalid = decidedBy === undefined ? isOwn : ['block', 'bounced'].includes(decidedBy)
        expect(evaluate(evidence).reachable === 'invalid').toBe(isInvalid)
      }),
      { numRuns: runs(1000) },
    )
  })

  test('unknown results that the caller did not cause are not charged', () => {
    const paid = Object.entries(subStatuses).filter(([, row]) => row.reachable === 'unknown' && row.isCharged)
    expect(paid.map(([name]) => name)).toEqual(['smtp_skipped'])
    expect(subStatuses.syntax.isCharged).toBe(false)
  })
})
