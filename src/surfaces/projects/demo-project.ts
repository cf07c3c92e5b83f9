import { demoCompanyId, demoProjectId } from '../../kernel/ids/index.ts'
import type { Vault } from '../../platform/identity/index.ts'
import { type Store, advisoryLock, underLocks } from '../../platform/storage/index.ts'
import { createCompany } from './companies.ts'
import { type Project, createProject, findProject } from './projects.ts'

/**
 * The project of the editor demo, created with a company of its own on first use; concurrent replicas create it only once.
 * It has no API key and no account, so only tokens signed by the demo give access to it.
 */
export async function openDemoProject(store: Store, vault: Vault): Promise<Project> {
  const known = await findProject(store.read, demoProjectId)
  if (known !== undefined) return known
  return store.tx(async (db) => {
    await advisoryLock(db, 'demo project')
    const made = await findProject(db, demoProjectId)
    if (made !== undefined) return made
    const company = await createCompany(db, { id: demoCompanyId, name: 'Editor demo', plan: 'free' })
    const { project } = await createProject(db, vault, {
      id: demoProjectId,
      companyId: company.id,
      name: 'Editor demo',
    })
    return project
  }, underLocks)
}
