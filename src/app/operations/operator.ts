import { fail } from '../../kernel/errors/index.ts'
import { demoCompanyId, publicCompanyId } from '../../kernel/ids/index.ts'
import type { Caller, Role } from '../../platform/identity/index.ts'
import type { Db } from '../../platform/storage/index.ts'
import { listCompanies } from '../../surfaces/projects/index.ts'

/** True for owners of the company that the first start created: the other companies are its customers. */
export async function isOperator(db: Db, { companyId, role }: { companyId: string; role: Role }): Promise<boolean> {
  if (role !== 'owner') return false
  const [first] = (await listCompanies(db)).filter(({ id }) => id !== demoCompanyId && id !== publicCompanyId)
  return first?.id === companyId
}

/** FORBIDDEN for API keys, ROLE_TOO_LOW for everyone but the owners of the installation. */
export async function requireOperator(db: Db, { actor, companyId, role }: Caller): Promise<void> {
  if (actor.kind !== 'user' || role === undefined)
    fail('FORBIDDEN', 'Only a person who is signed in to the console may do this.')
  if (!(await isOperator(db, { companyId, role })))
    fail('ROLE_TOO_LOW', 'Only owners of the company that runs this installation may do this.')
}
