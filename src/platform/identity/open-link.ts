import { fail } from '../../kernel/errors/index.ts'
import type { Db } from '../storage/index.ts'
import { currentCaller } from './current.ts'
import { hashKey } from './keys.ts'
import type { CallActor, Caller } from './scopes.ts'

/** The columns that every table of links has. */
interface StoredLink {
  projectId: string
  companyId: string
  creatorKind: CallActor['kind']
  creatorId: string
  creatorName: string
  expiresAt: number
  revokedAt: number | null
}

/**
 * The link of a token, and its creator with its current permissions. LINK_INVALID for a revoked or unknown link, and for one
 * whose creator has lost its access; LINK_EXPIRED.
 */
export async function openLink<Link extends StoredLink>(
  db: Db,
  token: string,
  find: (tokenHash: string) => Promise<Link | undefined>,
): Promise<{ link: Link; creator: Caller }> {
  const link = /^[0-9a-f]{48}$/.test(token) ? await find(hashKey(token)) : undefined
  if (link === undefined || link.revokedAt !== null) fail('LINK_INVALID')
  if (link.expiresAt <= db.nowMs()) fail('LINK_EXPIRED')
  const { projectId, companyId, creatorKind: kind, creatorId: id, creatorName: name } = link
  const creator = await currentCaller(db, { projectId, companyId, actor: { kind, id, name }, scopes: [] })
  return { link, creator: creator ?? fail('LINK_INVALID') }
}
