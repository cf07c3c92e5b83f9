import { type DmarcCheck, explainTags, isDmarc, readPercent } from '../../../deliverability/dmarc/index.ts'
import { readTags } from '../../../deliverability/findings/index.ts'
import { type MeasureDeps, measure, presentChecks } from '../../verification/index.ts'
import { type DomainRow, type ReportAddresses, recordToPublish, reportingAddress } from '../domains/index.ts'
import type { AnalyzeDomain, DomainAnalysis, GenerateRecord } from './contract.ts'

type Step = DomainAnalysis['steps'][number]

const checked = ['mx', 'spf', 'dkim', 'dmarc', 'mta_sts', 'tls_rpt', 'bimi', 'dane'] as const

/**
 * Measures what a domain publishes, as the infrastructure check does, and derives the steps to an enforced policy. `row`: the
 * domain of the project, if it has it.
 */
export async function analyzeDomain(
  deps: MeasureDeps & { addresses: ReportAddresses },
  domain: string,
  { row, selectors = [] }: { row: DomainRow | undefined; selectors: AnalyzeDomain['selectors'] | undefined },
): Promise<DomainAnalysis> {
  const made = await measure(deps, domain).make(checked, selectors)
  const checks = presentChecks(made)
  const dmarc = made.dmarc as DmarcCheck | undefined
  const record = dmarc?.record !== undefined && isDmarc(dmarc.record) ? dmarc.record : null
  const context = { checks, dmarc, domain, record, row, addresses: deps.addresses }
  return {
    domain,
    domain_id: row?.id ?? null,
    policy: dmarc?.policy ?? null,
    record,
    found_at: record === null ? null : (dmarc?.found_at ?? domain),
    tags: record === null ? [] : explainTags(record),
    checks,
    steps: inOrder([
      stepOf(
        'spf',
        checks.spf?.state,
        'SPF authorizes the senders of the domain.',
        'Publish an SPF record that lists your senders.',
      ),
      stepOf(
        'dkim',
        checks.dkim?.state,
        'DKIM keys are published.',
        'Have every sender sign with a DKIM key of this domain, or name your selectors.',
      ),
      reportsStep(context),
      ...policySteps(context),
      transportStep(checks),
    ]),
    suggested: nextRequest(context),
  }
}

interface Context {
  readonly checks: DomainAnalysis['checks']
  readonly dmarc: DmarcCheck | undefined
  readonly domain: string
  readonly record: string | null
  readonly row: DomainRow | undefined
  readonly addresses: ReportAddresses
}

function stepOf(step: Step['step'], state: string | undefined, done: string, todo: string): Step {
  if (state === undefined || state === 'unmeasured')
    return step === 'dkim'
      ? { step, state: 'todo', message: todo }
      : { step, state: 'unmeasured', message: 'DNS did not respond.' }
  const isDone = state === 'pass' || state === 'warn'
  return { step, state: isDone ? 'done' : 'todo', message: isDone ? done : todo }
}

function reportsStep({ addresses, dmarc, domain, record, row }: Context): Step {
  const step = 'reports'
  if (dmarc === undefined || dmarc.state === 'unmeasured')
    return { step, state: 'unmeasured', message: 'DNS did not respond.' }
  const address = row === undefined ? null : reportingAddress(addresses, row.token)
  const uris = readTags(record ?? '').tags.get('rua') ?? ''
  const isDone = uris !== '' && (address === null || uris.toLowerCase().includes(address))
  if (isDone) return { step, state: 'done', message: 'Receivers send aggregate reports.' }
  const publish =
    row === undefined ? undefined : recordToPublish(addresses, row, dmarc.found_at === domain ? record : null)
  return {
    step,
    state: 'todo',
    message: 'Publish a DMARC record with an address for aggregate reports, and collect them for two weeks or more.',
    ...(publish === undefined ? {} : { publish }),
  }
}

function policySteps({ dmarc, record }: Context): Step[] {
  const { tags } = readTags(record ?? '')
  const policy = dmarc?.policy
  const isTest = tags.get('t')?.toLowerCase() === 'y' || readPercent(tags) < 100
  const isQuarantined = policy === 'reject' || (policy === 'quarantine' && !isTest)
  const isRejected = policy === 'reject' && !isTest
  const weakBelow = dmarc?.findings.some(({ code }) => ['dmarc.weak_subdomains', 'dmarc.weak_missing'].includes(code))
  const state = (isDone: boolean) => (isDone ? ('done' as const) : ('todo' as const))
  return [
    {
      step: 'quarantine',
      state: state(isQuarantined),
      message: isQuarantined
        ? 'Mail that fails is not delivered to the inbox.'
        : 'Set p=quarantine when the reports show that your own mail passes; t=y tests it first.',
    },
    {
      step: 'reject',
      state: state(isRejected),
      message: isRejected ? 'Mail that fails is refused.' : 'Set p=reject when quarantine caused no losses.',
    },
    {
      step: 'subdomains',
      state: state(isQuarantined && weakBelow === false),
      message:
        isQuarantined && weakBelow === false
          ? 'Subdomains are protected like the domain.'
          : 'Set np=reject, and remove an sp that is weaker than p.',
    },
  ]
}

function transportStep({ mta_sts: sts, tls_rpt: reports }: Context['checks']): Step {
  if ([sts, reports].some((each) => each?.state === 'unmeasured'))
    return { step: 'transport', state: 'unmeasured', message: 'DNS did not respond, or the domain receives no mail.' }
  const isDone = sts?.state === 'pass' && reports?.state === 'pass'
  return {
    step: 'transport',
    state: isDone ? 'done' : 'todo',
    message: isDone
      ? 'Mail to the domain is encrypted, and failures are reported.'
      : 'Publish MTA-STS and TLS-RPT for mail to the domain.',
  }
}

// A stricter policy without the earlier steps loses mail.
function inOrder(steps: readonly Step[]): Step[] {
  const enforcing: readonly Step['step'][] = ['quarantine', 'reject', 'subdomains']
  let isBlocked = steps.some(({ state, step }) => ['spf', 'dkim', 'reports'].includes(step) && state !== 'done')
  return steps.map((each) => {
    if (!enforcing.includes(each.step) || each.state === 'done') return each
    const state = isBlocked ? 'waiting' : 'todo'
    isBlocked = true
    return { ...each, state }
  })
}

function nextRequest({ dmarc, domain, record }: Context): GenerateRecord {
  const { tags } = readTags(record ?? '')
  const policy = dmarc?.policy ?? 'none'
  const uris = (tags.get('rua') ?? '').split(',').flatMap((uri) => /^\s*mailto:([^!\s]+)/i.exec(uri)?.[1] ?? [])
  const addresses = uris.length === 0 ? {} : { aggregate_reports: uris.slice(0, 5) }
  if (record === null || uris.length === 0) return { domain, policy, ...addresses }
  if (policy === 'none') return { domain, policy: 'quarantine', testing: true, ...addresses }
  const isTest = tags.get('t')?.toLowerCase() === 'y'
  if (policy === 'quarantine' && isTest) return { domain, policy: 'quarantine', ...addresses }
  return { domain, policy: 'reject', ...(policy === 'quarantine' ? { testing: true } : {}), ...addresses }
}
