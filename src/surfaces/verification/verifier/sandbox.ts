/**
 * The sandbox: reserved email addresses that return each verdict without a query, a credit or a cached result, so that
 * integrators can test every branch. `.test` is reserved (RFC 6761 6.2), so they collide with no real address.
 */
import type { Address } from '../../../deliverability/address/index.ts'
import type { MxOutcome } from '../../../deliverability/mx/index.ts'
import type { ProbeOutcome } from '../../../deliverability/smtp/index.ts'
import type { SubStatus } from '../../../deliverability/verdict/index.ts'
import type { Findings, SmtpFinding } from './findings.ts'

/** The local part of a sandbox address is the `sub_status` that it returns; a tag (`not_found+1@…`) makes it unique. */
export const sandboxDomain = 'sandbox.test'

export function isInSandbox({ domain }: Pick<Address, 'domain'>): boolean {
  return domain === sandboxDomain
}

/** Findings that lead to the verdict named by the local part; an unknown name is a mailbox that does not exist. */
export function sandboxFindings({ local }: Pick<Address, 'local'>): Findings {
  const [name = ''] = local.toLowerCase().split('+')
  const isKnown = Object.hasOwn(causes, name)
  const cause = causes[isKnown ? (name as SandboxStatus) : 'not_found']
  return {
    mx: { outcome: 'found', records: [{ host: `mx.${sandboxDomain}`, preference: 10 }] },
    domain: sound,
    ...cause,
    misc: { ...noLists, ...cause.misc },
    steps: [
      { check: 'syntax', status: 'pass', detail: 'The syntax is valid.' },
      {
        check: 'sandbox',
        status: isKnown ? 'skip' : 'warn',
        detail: isKnown
          ? 'A sandbox address: nothing is queried, and nothing is charged.'
          : 'The sandbox has no such name: use a sub_status, such as catch_all, as local part.',
      },
    ],
    durationMs: 0,
    verifiedAt: Date.now(),
  }
}

/** All but `syntax`, which any text that is no email address returns. */
type SandboxStatus = Exclude<SubStatus, 'syntax'>
type Cause = Partial<
  Pick<Findings, 'decidedBy' | 'deliveredDaysAgo' | 'mx' | 'smtp' | 'domain' | 'isParked' | 'suggestedDomain'>
> & {
  readonly misc?: Partial<Findings['misc']>
}

const noLists = {
  disposable: false,
  role: false,
  free: false,
  relay: false,
  gibberish: false,
  odd: false,
  trapName: false,
}
const accepted: SmtpFinding = {
  outcome: 'accepted',
  catchAll: false,
  canConnect: true,
  code: 250,
  enhancedCode: '2.1.5',
}
const sound = { hasSpf: true, hasDmarc: true, isParked: false, ageDays: 3650 }

const replying = (
  outcome: ProbeOutcome,
  code: number,
  enhancedCode: string,
  catchAll: boolean | null = null,
): Cause => ({
  smtp: { outcome, catchAll, canConnect: true, code, enhancedCode },
})
const silent = (outcome: ProbeOutcome, canConnect = false): Cause => ({ smtp: { outcome, catchAll: null, canConnect } })
const deferred = (outcome: ProbeOutcome, code: number, enhancedCode: string): Cause => ({
  smtp: { outcome, catchAll: null, canConnect: true, code, enhancedCode, retryAfterMs: 330_000 },
})
const withoutMail = (outcome: MxOutcome): Cause => ({ mx: { outcome, records: [] } })
const atProvider = (answering: 'reliable' | 'gateway', mayProbeCatchAll: boolean): Cause => ({
  mx: {
    outcome: 'found',
    records: [{ host: `mx.${sandboxDomain}`, preference: 10 }],
    provider: { id: 'sandbox', name: 'Sandbox', category: 'mailbox-hosting', answering, mayProbeCatchAll },
  },
  smtp: { ...accepted, catchAll: null },
})

const causes: Readonly<Record<SandboxStatus, Cause>> = {
  blocked_by_list: { decidedBy: 'block' },
  bounced: { decidedBy: 'bounced' },
  complained: { decidedBy: 'complained' },
  domain_not_found: withoutMail('domain_not_found'),
  null_mx: withoutMail('null_mx'),
  no_mx: withoutMail('no_mx'),
  mx_private_address: withoutMail('private'),
  dns_servfail: withoutMail('servfail'),
  dns_timeout: withoutMail('timeout'),

  not_found: replying('not_found', 550, '5.1.1'),
  disabled: replying('disabled', 550, '5.2.1'),
  smtputf8_unsupported: silent('smtputf8_unsupported', true),
  full_inbox: replying('full_inbox', 452, '4.2.2'),
  greylisted: deferred('greylisted', 450, '4.2.0'),
  deferred: deferred('deferred', 451, '4.3.0'),
  blocked: replying('blocked', 554, '5.7.1'),
  needs_rdns: replying('needs_rdns', 550, '5.7.25'),
  bad_helo: replying('bad_helo', 550, '5.5.2'),
  sender_rejected: replying('sender_rejected', 550, '5.1.8'),
  relay_denied: replying('relay_denied', 554, '5.7.1'),
  policy: replying('policy', 550, '5.7.1'),
  timeout: silent('timeout', true),
  dropped: silent('dropped', true),
  tls_failed: silent('tls_failed', true),
  refused: silent('refused'),
  unreachable: silent('unreachable'),
  egress_port25_blocked: silent('egress_port25_blocked'),
  egress_paused: silent('egress_paused'),
  harvest_suspected: {
    smtp: { outcome: 'harvest_suspected', catchAll: null, canConnect: false, retryAfterMs: 3_600_000 },
  },
  smtp_skipped: {},
  unreliable_provider: replying('accepted_unverified', 252, '2.1.5'),

  disposable: { smtp: accepted, misc: { disposable: true } },
  relay: { smtp: accepted, misc: { relay: true } },
  role: { smtp: accepted, misc: { role: true } },
  parked: { smtp: { ...accepted, catchAll: true }, isParked: true },
  trap_risk_medium: { smtp: accepted, misc: { trapName: true } },
  trap_risk_high: {
    smtp: accepted,
    misc: { trapName: true },
    suggestedDomain: 'example.com',
  },
  young_domain: { smtp: accepted, domain: { ...sound, ageDays: 5 } },
  domain_listed: {
    smtp: accepted,
    domain: {
      ...sound,
      listings: {
        hits: [
          {
            zone: `dnsbl.${sandboxDomain}`,
            name: 'Sandbox list',
            subject: sandboxDomain,
            of: 'domain',
            code: '127.0.0.2',
            meaning: 'listed',
            severity: 'high',
          },
        ],
        checked: 1,
        errors: 0,
        disabled: 0,
      },
    },
  },
  gateway_accept: atProvider('gateway', true),
  catch_all: { smtp: { ...accepted, catchAll: true } },
  catch_all_unknown: { smtp: { ...accepted, catchAll: null } },
  accepted_by_provider: atProvider('reliable', false),
  allowed_by_list: { decidedBy: 'allow' },
  delivered: { smtp: { ...accepted, catchAll: true }, deliveredDaysAgo: 1 },
  accepted_rate: replying('accepted_rate', 450, '4.2.122'),
  mailbox_exists: { smtp: accepted },
}
