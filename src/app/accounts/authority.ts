/** Who may manage accounts of a company: its owners and admins, owners only by owners. */
import { fail } from '../../kernel/errors/index.ts'
import type { AuditActor } from '../../platform/audit/index.ts'
import type { Role } from '../../platform/identity/index.ts'
import type { Db } from '../../platform/storage/index.ts'
import { type User, listUsers } from '../../surfaces/projects/index.ts'

/** The signed-in account that manages others, with the client of the request. */
export interface Manager {
  companyId: string
  actor: AuditActor
}

/** ROLE_TOO_LOW unless the account may manage an account that has or gets such roles. Reads its current role. */
export async function requireManager(
  db: Db,
  { companyId, actor }: Manager,
  { has, becomes }: { has?: Role; becomes?: Role } = {},
): Promise<void> {
  const role = (await findMember(db, companyId, actor.id))?.role
  if (role === 'owner') return
  if (role !== 'admin') fail('ROLE_TOO_LOW', 'Owners and admins manage accounts.')
  if (has === 'owner' || becomes === 'owner') fail('ROLE_TOO_LOW', 'Only owners manage owners.')
}

/** An account of the company; VALIDATION_FAILED for one that does not exist, is disabled or belongs to another company. */
export async function requireMember(db: Db, companyId: string, id: string): Promise<User> {
  return (
    (await listUsers(db, companyId)).find((user) => user.id === id) ??
    fail('VALIDATION_FAILED', 'This account no longer exists.')
  )
}

async function findMember(db: Db, companyId: string, id: string): Promise<User | undefined> {
  return (await listUsers(db, companyId)).find((user) => user.id === id && user.disabledAt === null)
}
