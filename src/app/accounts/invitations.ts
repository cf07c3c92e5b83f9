import { fail } from '../../kernel/errors/index.ts'
import { createId } from '../../kernel/ids/index.ts'
import { limits } from '../../kernel/limits.ts'
import { type AuditActor, recordAudit } from '../../platform/audit/index.ts'
import type { Role } from '../../platform/identity/index.ts'
import { type Db, type Store, underLocks } from '../../platform/storage/index.ts'
import {
  type User,
  addUser,
  checkMember,
  findUserByEmail,
  listUsers,
  prepareUser,
} from '../../surfaces/projects/index.ts'
import { type Manager, requireManager } from './authority.ts'
import {
  type InvitationRow,
  deleteInvitation,
  insertInvitation,
  selectInvitationByHash,
  selectInvitations,
} from './store.ts'
import { createToken, hashToken } from './token.ts'

/** An invitation without its token. */
export type Invitation = Omit<InvitationRow, 'hash'>

/**
 * Invites an email address to the company; returns the token, which is stored nowhere. ROLE_TOO_LOW, VALIDATION_FAILED,
 * NAME_TAKEN for an address with an account, LIMIT_REACHED.
 */
export async function invite(
  db: Db,
  by: Manager,
  input: { email: string; role: string },
): Promise<{ token: string; email: string }> {
  const { email, role } = checkMember(input)
  await requireManager(db, by, { becomes: role })
  if ((await findUserByEmail(db, email)) !== undefined) fail('NAME_TAKEN', `There is already an account for ${email}.`)
  const open = await selectInvitations(db, by.companyId)
  if (open.length >= limits.invitations)
    fail('LIMIT_REACHED', `A company has at most ${limits.invitations} invitations.`)
  if ((await listUsers(db, by.companyId)).length >= limits.members)
    fail('LIMIT_REACHED', `A company has at most ${limits.members} accounts.`)
  const token = createToken()
  const createdAt = db.nowMs()
  const row: Invitation = {
    id: createId('invitation'),
    companyId: by.companyId,
    inviterId: by.actor.id,
    email,
    role,
    createdAt,
    expiresAt: createdAt + limits.invitationDays * 86_400_000,
  }
  await insertInvitation(db, { ...row, hash: hashToken(token) })
  await record(db, by.actor, 'user.invited', row)
  return { token, email }
}

/** The latest first, without those that have expired. */
export async function listInvitations(db: Db, companyId: string): Promise<Invitation[]> {
  const now = db.nowMs()
  return (await selectInvitations(db, companyId))
    .filter(({ expiresAt }) => expiresAt > now)
    .map(({ hash: _, ...invitation }) => invitation)
}

/** ROLE_TOO_LOW; INVITATION_INVALID for one that does not exist any more. */
export async function revokeInvitation(db: Db, by: Manager, id: string): Promise<void> {
  await requireManager(db, by)
  const row = (await listInvitations(db, by.companyId)).find((each) => each.id === id)
  if (row === undefined || !(await deleteInvitation(db, by.companyId, id))) return fail('INVITATION_INVALID')
  await record(db, by.actor, 'user.invitation_revoked', row)
}

/** Undefined for an invitation that was accepted or revoked, has expired or is unknown. */
export async function readInvitation(db: Db, token: string): Promise<{ email: string; role: Role } | undefined> {
  return selectInvitationByHash(db, hashToken(token), db.nowMs())
}

/** Creates the account of an invitation, which is used up. INVITATION_INVALID, NAME_TAKEN, VALIDATION_FAILED. */
export async function acceptInvitation(
  store: Store,
  input: { token: string; name: string; password: string; from: Pick<AuditActor, 'ip' | 'requestId'> },
): Promise<User> {
  const hash = hashToken(input.token)
  const { email, role } = (await readInvitation(store.read, input.token)) ?? fail('INVITATION_INVALID')
  const prepared = await prepareUser({ email, role, name: input.name, password: input.password })
  return store.tx(async (db) => {
    const row = await selectInvitationByHash(db, hash, db.nowMs())
    if (row === undefined || !(await deleteInvitation(db, row.companyId, row.id))) return fail('INVITATION_INVALID')
    return addUser(
      db,
      row.companyId,
      { ...prepared, role: row.role, lastSignInAt: db.nowMs() },
      { kind: 'user', id: prepared.id, ...input.from },
    )
  }, underLocks)
}

function record(db: Db, actor: AuditActor, action: string, { companyId, email, id, role }: Invitation): Promise<void> {
  return recordAudit(db, { actor, action, companyId, target: id, detail: { email, role } })
}
