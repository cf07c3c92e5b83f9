import { fail } from '../../kernel/errors/index.ts'
import { limits } from '../../kernel/limits.ts'
import type { Db } from '../../platform/storage/index.ts'
import { type User, createUser, listCompanies, listUsers } from '../../surfaces/projects/index.ts'
import { markSetupLinkUsed, replaceSetupLinks, selectSetupLink } from './store.ts'
import { createToken, hashToken } from './token.ts'

/** Makes the token of the one-time link that creates the first account; earlier unused ones stop working. */
export async function createSetupLink(db: Db, nowMs: number = Date.now()): Promise<string> {
  const token = createToken()
  const expiresAt = nowMs + limits.setupLinkMinutes * 60_000
  await replaceSetupLinks(db, { hash: hashToken(token), createdAt: nowMs, expiresAt })
  return token
}

/** Whether the link can still be used. */
export async function hasSetupLink(db: Db, token: string, nowMs: number = Date.now()): Promise<boolean> {
  return selectSetupLink(db, hashToken(token), nowMs)
}

/** Who the first account is for. */
export interface FirstAccount {
  token: string
  email: string
  name: string
  password: string
}

/**
 * Creates the owner account of the default company and uses the link up; both or neither, in the caller's transaction.
 * SETUP_LINK_INVALID for a link that is used, expired or unknown, and once anybody has an account.
 */
export async function useSetupLink(db: Db, input: FirstAccount, nowMs: number = Date.now()): Promise<User> {
  if (!(await markSetupLinkUsed(db, hashToken(input.token), nowMs))) fail('SETUP_LINK_INVALID')
  const company = (await listCompanies(db))[0] ?? fail('SETUP_LINK_INVALID')
  if ((await listUsers(db, company.id)).length > 0) fail('SETUP_LINK_INVALID')
  const { email, name, password } = input
  return createUser(db, { companyId: company.id, email, name, password, role: 'owner' })
}
