import { type Issue, fail } from '../../kernel/errors/index.ts'
import { createId } from '../../kernel/ids/index.ts'
import { type Role, findRole, hashPassword, roles } from '../../platform/identity/index.ts'
import type { Db, Store } from '../../platform/storage/index.ts'
import { type Actor, audit, systemActor } from './actor.ts'
import { checkName } from './names.ts'
import { checkPassword } from './passwords.ts'
import * as rows from './store.ts'

/** A console account without its password hash. Times are Unix ms. */
export interface User {
  id: string
  companyId: string
  email: string
  name: string
  role: Role
  createdAt: number
  lastSignInAt: number | null
  /** Time at which the account was disabled; null if it is enabled. */
  disabledAt: number | null
}

export interface NewUser {
  companyId: string
  email: string
  name: string
  role: string
  password: string
}

/** A validated account with a hashed password, ready to be inserted. */
export type PreparedUser = Omit<User, 'companyId'> & { passwordHash: string }

/** NAME_TAKEN if the email address already has an account, VALIDATION_FAILED for a weak password. */
export async function createUser(store: Store, input: NewUser, actor: Actor = systemActor): Promise<User> {
  const prepared = await prepareUser(input)
  return store.tx((db) => addUser(db, input.companyId, prepared, actor))
}

/**
 * Validates a new account and hashes its password; VALIDATION_FAILED. Hashing takes about 30 ms, so it runs before the
 * transaction, which would block other writers.
 */
export async function prepareUser(input: Omit<NewUser, 'companyId'>): Promise<PreparedUser> {
  const user = checkUser(input)
  return { ...user, passwordHash: await hashPassword(checkPassword(input.password, user.email)) }
}

/** Inserts a prepared account in the caller's transaction; NAME_TAKEN if the email address already has an account. */
export async function addUser(
  db: Db,
  companyId: string,
  { passwordHash, ...prepared }: PreparedUser,
  actor: Actor = systemActor,
): Promise<User> {
  const user: User = { ...prepared, companyId }
  if (!(await rows.selectCompany(db, companyId))) {
    fail('PROJECT_NOT_FOUND', `Unknown company ${companyId}.`)
  }
  if (!(await rows.insertUser(db, { ...user, passwordHash }))) {
    fail('NAME_TAKEN', `There is already an account for ${user.email}.`)
  }
  await audit(db, actor, {
    action: 'user.created',
    companyId: user.companyId,
    target: user.id,
    detail: { email: user.email, role: user.role },
  })
  return user
}

/** Oldest first. */
export async function listUsers(db: Db, companyId: string): Promise<User[]> {
  return (await rows.selectUsers(db, companyId)).map(shownUser)
}

/** Undefined without such an account; the email address needs no normal form. */
export async function findUserByEmail(db: Db, email: string): Promise<User | undefined> {
  const row = await rows.selectUserByEmail(db, normalEmail(email))
  return row && shownUser(row)
}

/** In any company. */
export function hasUsers(db: Db): Promise<boolean> {
  return rows.hasUsers(db)
}

/** The form in which email addresses are stored and looked up. Postgres stores no NUL, which no email address contains. */
export function normalEmail(email: string): string {
  return email.trim().toLowerCase().replaceAll('\0', '\ufffd')
}

/** Removes the password hash. */
export function shownUser(row: rows.UserRow): User {
  const { id, companyId, email, name, createdAt, disabledAt, lastSignInAt } = row
  return {
    id,
    companyId,
    email,
    name,
    role: findRole(row.role) ?? 'viewer',
    createdAt,
    lastSignInAt,
    disabledAt,
  }
}

export const unknownRole: Issue = { path: '/role', message: `use one of ${roles.join(', ')}` }

/** The normalized email address and the role of an account; VALIDATION_FAILED. */
export function checkMember(input: { email: string; role: string }): { email: string; role: Role } {
  const email = normalEmail(input.email)
  const role = findRole(input.role)
  const issues: Issue[] = []
  if (email.length > 254 || !emailShape.test(email)) {
    issues.push({ path: '/email', message: 'must be an email address such as ada@example.com' })
  }
  if (role === undefined) issues.push(unknownRole)
  if (issues.length > 0 || role === undefined) return fail('VALIDATION_FAILED', { issues })
  return { email, role }
}

// The syntax that browsers accept in <input type=email> (WHATWG HTML 4.10.5.1.5), and the lengths of RFC 5321 4.5.3.1.
const emailShape =
  /^[a-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?)*$/

function checkUser(input: Omit<NewUser, 'companyId'>): Omit<User, 'companyId'> {
  const { email, role } = checkMember(input)
  const name = checkName(input.name)
  return {
    id: createId('user'),
    email,
    name,
    role,
    createdAt: Date.now(),
    lastSignInAt: null,
    disabledAt: null,
  }
}
