import { fail } from '../../kernel/errors/index.ts'
import { limits } from '../../kernel/limits.ts'
import type { AuditActor } from '../../platform/audit/index.ts'
import type { Db, Store } from '../../platform/storage/index.ts'
import { type User, addUser, listCompanies, listUsers, prepareUser } from '../../surfaces/projects/index.ts'
import { insertSetupLink, selectSetupLink, useUpSetupLinks } from './store.ts'
import { createToken, hashToken } from './token.ts'

/** Creates the token of the one-time link for the first account; using one link invalidates all others. */
export async function createSetupLink(db: Db, nowMs: number = db.nowMs()): Promise<string> {
  const token = createToken()
  const expiresAt = nowMs + limits.setupLinkMinutes * 60_000
  await insertSetupLink(db, { hash: hashToken(token), createdAt: nowMs, expiresAt })
  return token
}

/** True if the link is valid and unused. */
export async function hasSetupLink(db: Db, token: string, nowMs: number = db.nowMs()): Promise<boolean> {
  return selectSetupLink(db, hashToken(token), nowMs)
}

export interface FirstAccount {
  token: string
  email: string
  name: string
  password: string
  /** Client IP address and request id, for the audit log. */
  from?: Pick<AuditActor, 'ip' | 'requestId'>
}

/**
 * Creates the owner account of the default company and uses up the link, in one transaction. SETUP_LINK_INVALID for a link
 * that is used, expired or unknown, and after any account exists.
 */
export async function useSetupLink(
  store: Store,
  input: FirstAccount,
  nowMs: number = store.read.nowMs(),
): Promise<User> {
  // Checked before the password is hashed, so that only a valid link causes the cost of a hash.
  if (!(await hasSetupLink(store.read, input.token, nowMs))) fail('SETUP_LINK_INVALID')
  const { email, from = {}, name, password } = input
  const prepared = await prepareUser({ email, name, password, role: 'owner' })
  return store.tx((db) => addFirstUser(db, { token: input.token, prepared, from, nowMs }))
}

async function addFirstUser(
  db: Db,
  {
    token,
    prepared,
    from,
    nowMs,
  }: Required<Pick<FirstAccount, 'token' | 'from'>> & {
    prepared: Awaited<ReturnType<typeof prepareUser>>
    nowMs: number
  },
): Promise<User> {
  if (!(await useUpSetupLinks(db, hashToken(token), nowMs))) fail('SETUP_LINK_INVALID')
  const company = (await listCompanies(db))[0] ?? fail('SETUP_LINK_INVALID')
  if ((await listUsers(db, company.id)).length > 0) fail('SETUP_LINK_INVALID')
  return addUser(db, company.id, { ...prepared, lastSignInAt: nowMs }, { kind: 'user', id: prepared.id, ...from })
}
