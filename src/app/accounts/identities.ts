/** People at an OpenID Connect provider, and the accounts with which they sign in. */
import { type AuditActor, recordAudit } from '../../platform/audit/index.ts'
import { type Role, findRole, roles } from '../../platform/identity/index.ts'
import type { OidcClaims } from '../../platform/oidc/index.ts'
import { type Db, type Store, underLocks } from '../../platform/storage/index.ts'
import {
  type User,
  addUser,
  changeRole,
  findUserByEmail,
  listCompanies,
  listUsers,
  prepareUser,
} from '../../surfaces/projects/index.ts'
import { deleteIdentities, insertIdentity, selectIdentity } from './identity-store.ts'
import { deleteInvitationsBy, deleteSessionsOf } from './store.ts'
import { createToken } from './token.ts'

/**
 * `unverified`: the provider has not verified the email address. `unknown`: no account, and no role that gives one. `other`:
 * the account with this address belongs to another person at the provider. `no_role`: the claim has none of the roles.
 */
export type IdentityRefusal = 'unverified' | 'unknown' | 'other' | 'disabled' | 'no_role'

export interface Identity {
  issuer: string
  claims: OidcClaims
  /** Name of the claim with the role; undefined if the console gives roles. */
  roleClaim: string | undefined
  from: Pick<AuditActor, 'ip' | 'requestId'>
}

/**
 * The account of a person, found by issuer and subject. Without one, the account with the verified email address is linked,
 * or created if a claim gives a role. Such a role replaces that of the account, except for the only owner.
 */
export async function findAccountOf(
  store: Store,
  { claims, from, issuer, roleClaim }: Identity,
): Promise<{ userId: string } | { refusal: IdentityRefusal }> {
  const role = roleClaim === undefined ? undefined : roleIn(claims.all, roleClaim)
  if (roleClaim !== undefined && role === undefined) return { refusal: 'no_role' }
  const email = claims.isEmailVerified ? claims.email : undefined
  const name = claims.name?.slice(0, 100) ?? email ?? ''
  // Hashed before the transaction; nobody knows this password, and a reset replaces it.
  const prepared =
    role === undefined || email === undefined || (await findUserByEmail(store.read, email)) !== undefined
      ? undefined
      : await prepareUser({ email, name, password: createToken(), role })
  return store.tx(async (db) => {
    const identity = { issuer, subject: claims.subject }
    const known = await selectIdentity(db, identity)
    const found = known && (await findUserByEmail(db, known.email))
    const user = found ?? (await link(db, { identity, email, prepared, from }))
    if ('refusal' in user) return user
    if (user.disabledAt !== null) return { refusal: 'disabled' }
    if (role !== undefined) await applyRole(db, user, role)
    return { userId: user.id }
  }, underLocks)
}

/** Removes the link to the provider; a sign-in with the verified email address makes a new one. */
export async function unlinkIdentities(
  db: Db,
  { actor, companyId, userId }: { actor: AuditActor; companyId: string; userId: string },
): Promise<void> {
  if (!(await deleteIdentities(db, userId))) return
  await recordAudit(db, { actor, action: 'user.identity_unlinked', companyId, target: userId })
}

interface Link extends Pick<Identity, 'from'> {
  identity: { issuer: string; subject: string }
  email: string | undefined
  prepared: Awaited<ReturnType<typeof prepareUser>> | undefined
}

async function link(db: Db, { email, from, identity, prepared }: Link): Promise<User | { refusal: IdentityRefusal }> {
  if (email === undefined) return { refusal: 'unverified' }
  const user = (await findUserByEmail(db, email)) ?? (await create(db, prepared, from))
  if (user === undefined) return { refusal: 'unknown' }
  if (user.disabledAt !== null) return { refusal: 'disabled' }
  if (!(await insertIdentity(db, { ...identity, userId: user.id, createdAt: db.nowMs() }))) return { refusal: 'other' }
  const actor = { kind: 'user', id: user.id, ...from } as const
  const { companyId, id: target } = user
  await recordAudit(db, {
    actor,
    action: 'user.identity_linked',
    companyId,
    target,
    detail: { issuer: identity.issuer },
  })
  return user
}

/** In the company of the installation. */
async function create(db: Db, prepared: Link['prepared'], from: Link['from']): Promise<User | undefined> {
  const company = prepared && (await listCompanies(db))[0]
  return prepared && company && addUser(db, company.id, prepared, { kind: 'user', id: prepared.id, ...from })
}

/** The only owner stays one: otherwise a claim could leave the installation without. */
async function applyRole(db: Db, user: User, role: Role): Promise<void> {
  if (user.role === role) return
  const owners = (await listUsers(db, user.companyId)).filter(
    (each) => each.role === 'owner' && each.disabledAt === null,
  )
  if (user.role === 'owner' && owners.length === 1) return
  await changeRole(db, user.id, role)
  await deleteSessionsOf(db, user.id)
  if (role !== 'owner') await deleteInvitationsBy(db, user.id)
}

/** The most powerful of the roles in a claim, which is found by its name or by a path with dots. */
function roleIn(claims: Readonly<Record<string, unknown>>, claim: string): Role | undefined {
  const value = Object.hasOwn(claims, claim) ? claims[claim] : valueAt(claims, claim.split('.'))
  const names = (Array.isArray(value) ? value : [value]).filter((each) => typeof each === 'string')
  const found = new Set(names.map(findRole))
  return roles.find((role) => found.has(role))
}

function valueAt(from: unknown, path: readonly string[]): unknown {
  let value = from
  for (const name of path) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined
    value = (value as Record<string, unknown>)[name]
  }
  return value
}
