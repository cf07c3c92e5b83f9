import type { Address, Refusal } from '../../../deliverability/address/index.ts'
import { type Verdict, assessTrap, evaluate } from '../../../deliverability/verdict/index.ts'
import type { VerificationResult } from './contract.ts'
import { type BlockFinding, countListings, isListed, worstSeverity } from './block-lists.ts'
import { type Findings, type ListingFinding, evidenceOf, trapEvidenceOf } from './findings.ts'

export interface Meta {
  readonly isCached: boolean
  readonly creditsUsed: number
  readonly showsIntelligence: boolean
}

export function presentResult(address: Address, findings: Findings, meta: Meta): VerificationResult {
  const { domain, durationMs, misc, mx, smtp, steps, suggestedDomain, verifiedAt } = findings
  const retryAfterMs = smtp?.retryAfterMs
  return {
    email: address.text,
    ...presentVerdict(evaluate(evidenceOf(findings))),
    syntax: {
      valid: true,
      normalized: address.normalized,
      ...(address.diagnosis === 'valid' ? {} : { diagnosis: address.diagnosis }),
    },
    mx: {
      found: mx.outcome === 'found' || mx.outcome === 'implicit',
      implicit: mx.outcome === 'implicit',
      records: mx.records.map(({ host, preference }) => ({ host, preference })),
      ...(mx.provider === undefined ? {} : { provider: mx.provider.name }),
    },
    smtp: presentSmtp(findings),
    misc: {
      disposable: misc.disposable,
      role: misc.role,
      free: misc.free,
      relay: misc.relay,
      ...(misc.gravatar === undefined ? {} : { gravatar: misc.gravatar }),
    },
    ...(suggestedDomain === undefined ? {} : { suggestion: `${address.local}@${suggestedDomain}` }),
    ...(meta.showsIntelligence && domain !== undefined ? { intelligence: presentIntelligence(findings, domain) } : {}),
    score_breakdown: breakdownOf(evaluate(evidenceOf(findings))),
    evidence: steps.map((step) => ({ ...step })),
    credits_used: meta.creditsUsed,
    cached: meta.isCached,
    duration_ms: durationMs,
    verified_at: new Date(verifiedAt).toISOString(),
    ...(retryAfterMs === undefined ? {} : { retry_after: Math.max(1, Math.ceil(retryAfterMs / 1000)) }),
  }
}

/** The result of a syntactically invalid address. Free. */
export function presentInvalid(text: string, refusal: Refusal): VerificationResult {
  const verdict = evaluate({ isSyntaxValid: false })
  return {
    email: text,
    ...presentVerdict(verdict),
    syntax: { valid: false, diagnosis: refusal.diagnosis },
    mx: { found: false, implicit: false, records: [] },
    smtp: presentSmtp({ mx: { outcome: 'no_mx', records: [] } }),
    misc: { disposable: false, role: false, free: false, relay: false },
    ...(refusal.corrected === undefined ? {} : { suggestion: refusal.corrected }),
    score_breakdown: breakdownOf(verdict),
    evidence: [{ check: 'syntax', status: 'fail', detail: refusal.message }],
    credits_used: 0,
    cached: false,
    duration_ms: 0,
    verified_at: new Date().toISOString(),
  }
}

function presentVerdict({ reachable, score, subStatus }: Verdict) {
  return { reachable, score, sub_status: subStatus }
}

function breakdownOf({ breakdown }: Verdict) {
  return breakdown.map((term) => ({ ...term }))
}

const accepted = new Set(['accepted', 'accepted_rate'])
const refused = new Set(['not_found', 'disabled', 'smtputf8_unsupported'])

function presentSmtp({ mx, smtp }: Pick<Findings, 'mx' | 'smtp'>): VerificationResult['smtp'] {
  const outcome = smtp?.outcome ?? ''
  return {
    mx_found: mx.outcome === 'found',
    full_inbox: outcome === 'full_inbox',
    can_connect: smtp?.canConnect ?? false,
    is_deliverable: accepted.has(outcome) ? true : refused.has(outcome) ? false : null,
    is_catch_all: smtp?.catchAll ?? null,
    is_disabled: outcome === 'disabled',
    is_greylisted: outcome === 'greylisted',
    ...(smtp?.code === undefined ? {} : { code: smtp.code }),
    ...(smtp?.enhancedCode === undefined ? {} : { enhanced_code: smtp.enhancedCode }),
  }
}

export function presentSpamTrap(findings: Findings) {
  const { confidence, risk, score, signals, type } = assessTrap(trapEvidenceOf(findings))
  return { score, risk_level: risk, trap_type: type, confidence, signals: signals.map((signal) => ({ ...signal })) }
}

export function presentHit(hit: BlockFinding['hits'][number]) {
  const { code, codes, delistUrl, meaning, name, of, reason, reasons, severity, subject, zone } = hit
  return {
    zone,
    name,
    subject,
    of,
    code,
    meaning,
    severity,
    ...(codes === undefined ? {} : { codes: codes.map((each) => ({ ...each })) }),
    ...(reason === undefined ? {} : { reason }),
    ...(reasons === undefined || reasons.length < 2 ? {} : { reasons: [...reasons] }),
    ...(delistUrl === undefined ? {} : { delist_url: delistUrl }),
  }
}

function presentListings({ checked, disabled, errors, hits }: ListingFinding) {
  const [count, worst] = [countListings(hits), worstSeverity(hits)]
  return {
    listed: isListed({ checked, hits }),
    listed_count: count,
    ...(worst === undefined ? {} : { worst_severity: worst }),
    checked,
    errors: listOf(errors),
    disabled: listOf(disabled),
    hits: hits.map(presentHit),
  }
}

function listOf(skipped: ListingFinding['errors']) {
  return typeof skipped === 'number' ? [] : [...skipped]
}

const noListings: ListingFinding = { hits: [], checked: 0, errors: [], disabled: [] }

/** Null if no registry responded. */
export function presentAge(days: number | null) {
  if (days === null) return null
  const level = days < 30 ? 'new' : days < 180 ? 'young' : days > 730 ? 'established' : 'normal'
  return { days, level } as const
}

function presentIntelligence(
  findings: Findings,
  { ageDays = null, hasDmarc, hasSpf, listings = noListings }: NonNullable<Findings['domain']>,
) {
  const state = (has: boolean | null) => ({ state: has === null ? 'unmeasured' : has ? 'pass' : 'none' }) as const
  return {
    dnsbl: presentListings(listings),
    spam_trap: presentSpamTrap(findings),
    domain_age: presentAge(ageDays),
    infrastructure: { spf: state(hasSpf), dmarc: state(hasDmarc) },
  }
}
