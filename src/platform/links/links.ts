import { fail } from '../../kernel/errors/index.ts'
import { createId, createLinkToken } from '../../kernel/ids/index.ts'
import { checkIfMatch, digestOf } from '../http/index.ts'
import { type Caller, hashKey } from '../identity/index.ts'
import type { Db, LinkColumns, LinkStore } from '../storage/index.ts'

const dayMs = 86_400_000

export interface NewLink {
  /** For the URL, which only the response of the creation contains. */
  token: string
  columns: LinkColumns
}

interface Expiry {
  /** An instant; undefined for `days` from now. */
  expiresAt: string | undefined
  days: number
  maxDays: number
}

/**
 * A link of the caller that expires at `expiresAt`, or after `days`. FORBIDDEN for the holder of a link; VALIDATION_FAILED for
 * a time in the past or more than `maxDays` ahead.
 */
export function newLink(
  db: Db,
  { actor, companyId, projectId }: Caller,
  given: Expiry & { kind: Parameters<typeof createId>[0] },
): NewLink {
  if (actor.kind === 'reviewer') fail('FORBIDDEN')
  const now = db.nowMs()
  const token = createLinkToken()
  return {
    token,
    columns: {
      id: createId(given.kind, now),
      projectId,
      companyId,
      tokenHash: hashKey(token),
      creatorKind: actor.kind,
      creatorId: actor.id,
      creatorName: actor.name,
      createdAt: now,
      expiresAt: readExpiry(given, now),
      revokedAt: null,
      openedAt: null,
    },
  }
}

function readExpiry({ days, expiresAt, maxDays }: Expiry, nowMs: number): number {
  if (expiresAt === undefined) return nowMs + days * dayMs
  const time = Date.parse(expiresAt)
  const refuse = (message: string) => fail('VALIDATION_FAILED', { issues: [{ path: '/expires_at', message }] })
  if (time <= nowMs) refuse('Must be in the future.')
  if (time > nowMs + maxDays * dayMs) refuse(`Must be at most ${maxDays} days from now.`)
  return time
}

/**
 * Revokes a link, from the next request on; one that is revoked already stays as it is. `record` writes to the audit log.
 * PRECONDITION_FAILED.
 */
export async function revokeLink<Link extends LinkColumns>(
  db: Db,
  store: Pick<LinkStore<Link>, 'update'>,
  link: Link,
  { ifMatch, record }: { ifMatch: string | undefined; record: () => Promise<unknown> },
): Promise<Link> {
  checkIfMatch(ifMatch, linkTag({ id: link.id, ...presentLink(link) }))
  if (link.revokedAt !== null) return link
  const revokedAt = db.nowMs()
  await store.update(db, link, { revokedAt })
  await record()
  return { ...link, revokedAt }
}

/** The value of the ETag of a link, for which its visits do not count. */
export function linkTag({ id, revoked_at: time }: { id: string; revoked_at?: string | undefined }): string {
  return digestOf([id, time])
}

/** The members that links of all kinds have in responses. */
export function presentLink(row: LinkColumns) {
  const instant = (ms: number) => new Date(ms).toISOString()
  return {
    created_by: { kind: row.creatorKind, id: row.creatorId, name: row.creatorName },
    created_at: instant(row.createdAt),
    expires_at: instant(row.expiresAt),
    ...(row.openedAt === null ? {} : { opened_at: instant(row.openedAt) }),
    ...(row.revokedAt === null ? {} : { revoked_at: instant(row.revokedAt) }),
  }
}
