import type { Config } from '../../platform/config/index.ts'
import type { ReferenceReader } from '../../platform/http/index.ts'
import { rolePermissions } from '../../platform/identity/index.ts'
import type { Db, Store } from '../../platform/storage/index.ts'
import { type Project, listApiKeys, listProjects } from '../../surfaces/projects/index.ts'
import { createVisits } from './visits.ts'

/** Reads the projects that the API reference fills in for a signed-in person. */
export function createReferenceReader(deps: { store: Store; config: Pick<Config, 'appUrl'> }): ReferenceReader {
  const visits = createVisits(deps)
  const { store } = deps
  return async (request) => {
    const visit = await visits.read(request)
    if (visit === undefined) return undefined
    const { companyId, role } = visit.session
    const managesKeys = rolePermissions[role].scopes.includes('admin')
    const projects = await listProjects(store.read, companyId)
    const shown = await Promise.all(projects.map((project) => present(store.read, project, managesKeys)))
    return { projects: shown, headers: visit.headers }
  }
}

async function present(db: Db, { id, name, pluginId }: Project, managesKeys: boolean) {
  const newest = managesKeys ? (await listApiKeys(db, id)).at(-1) : undefined
  return {
    id,
    name,
    pluginId,
    managesKeys,
    ...(newest === undefined ? {} : { key: { name: newest.name, prefix: newest.prefix } }),
  }
}
