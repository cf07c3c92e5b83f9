import type { AmpPreflight } from './contract.ts'
import type { PreflightRow } from './store.ts'

/** What a row keeps of the checks. */
export interface StoredChecks {
  readonly checks: AmpPreflight['checks']
  readonly endpoints: AmpPreflight['endpoints']
}

export function presentPreflight(
  row: PreflightRow,
  { inboundDomain, nowMs }: { inboundDomain: string | undefined; nowMs: number },
): AmpPreflight {
  const isOpen = row.status === 'waiting' && (row.acceptsUntil ?? 0) > nowMs
  const [stored] = row.checks as StoredChecks[]
  return {
    id: row.id,
    source: row.source,
    status: row.status === 'completed' ? 'completed' : isOpen ? 'waiting' : 'expired',
    verdict: row.verdict,
    send_to:
      isOpen && row.token !== null && inboundDomain !== undefined
        ? `${inletPrefix}${row.token}@${inboundDomain}`
        : null,
    accepts_until: instant(row.acceptsUntil),
    from: row.fromAddress,
    subject: row.subject,
    checks: stored?.checks ?? [],
    endpoints: stored?.endpoints ?? [],
    created_at: new Date(row.createdAt).toISOString(),
    completed_at: instant(row.completedAt),
    expires_at: new Date(row.expiresAt).toISOString(),
  }
}

/** Start of the local part of one-time email addresses. */
export const inletPrefix = 'amp-'

function instant(ms: number | null): string | null {
  return ms === null ? null : new Date(ms).toISOString()
}
