import { rolePermissions, roles } from '../../../platform/identity/index.ts'
import type { Db } from '../../../platform/storage/index.ts'
import { listUsers } from '../../../surfaces/projects/index.ts'
import { type Session, listInvitations } from '../../accounts/index.ts'
import type { MemberList } from './contract.ts'

/** The accounts of the company, as one of them may see them. */
export async function listMembers(
  db: Db,
  { companyId, role: own, userId }: Session,
  { provider, sendsMail }: { sendsMail: boolean; provider: string | undefined },
): Promise<MemberList> {
  const mayManage = own === 'owner' || own === 'admin'
  const users = await listUsers(db, companyId)
  const invitations = mayManage ? await listInvitations(db, companyId) : []
  return {
    may_manage: mayManage,
    sends_mail: sendsMail,
    provider: provider ?? null,
    roles: roles.map((role) => ({
      role,
      summary: rolePermissions[role].summary,
      may_give: own === 'owner' || role !== 'owner',
    })),
    members: users.map(({ disabledAt, email, id, lastSignInAt, name, role }) => ({
      id,
      name,
      email,
      role,
      is_self: id === userId,
      is_disabled: disabledAt !== null,
      last_sign_in_at: lastSignInAt === null ? null : new Date(lastSignInAt).toISOString(),
    })),
    invitations: invitations.map(({ email, expiresAt, id, role }) => ({
      id,
      email,
      role,
      expires_at: new Date(expiresAt).toISOString(),
    })),
  }
}
