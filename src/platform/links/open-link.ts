import { fail } from '../../kernel/errors/index.ts'
import { type Caller, currentCaller, hashKey } from '../identity/index.ts'
import type { Db, LinkColumns, LinkStore } from '../storage/index.ts'

/**
 * The link of a token, and its creator with its current permissions. LINK_INVALID for a revoked or unknown link, and for one
 * whose creator has lost its access; LINK_EXPIRED.
 */
export async function openLink<Link extends LinkColumns>(
  db: Db,
  store: Pick<LinkStore<Link>, 'findByToken'>,
  token: string,
): Promise<{ link: Link & { allowedOrigins: string[] }; creator: Caller }> {
  const link = /^[0-9a-f]{48}$/.test(token) ? await store.findByToken(db, hashKey(token)) : undefined
  if (link === undefined || link.revokedAt !== null) fail('LINK_INVALID')
  if (link.expiresAt <= db.nowMs()) fail('LINK_EXPIRED')
  const { projectId, companyId, creatorKind: kind, creatorId: id, creatorName: name } = link
  const creator = await currentCaller(db, { projectId, companyId, actor: { kind, id, name }, scopes: [] })
  return { link, creator: creator ?? fail('LINK_INVALID') }
}

/** Records that a link was opened, the first time. */
export async function noteOpened<Link extends LinkColumns>(
  db: Db,
  store: Pick<LinkStore<Link>, 'update'>,
  link: Pick<Link, 'id' | 'projectId' | 'openedAt'>,
): Promise<void> {
  if (link.openedAt === null) await store.update(db, link, { openedAt: db.nowMs() })
}
