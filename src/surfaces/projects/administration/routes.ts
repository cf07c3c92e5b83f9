import { fail } from '../../../kernel/errors/index.ts'
import { type Http, checkIfMatch, digestOf, readCreatedPage } from '../../../platform/http/index.ts'
import type { Caller, Vault } from '../../../platform/identity/index.ts'
import { type Db, type Store, underLocks } from '../../../platform/storage/index.ts'
import { createApiKey, findApiKey } from '../api-keys/api-keys.ts'
import { newKeyOf, presentKey, presentKeyOnce } from '../api-keys/present.ts'
import { type Company, findCompany } from '../companies.ts'
import { ProjectParams } from '../credentials/contract.ts'
import { presentLimits, presentProject, readEndUsers, readLimits } from '../credentials/present.ts'
import { setEndUsers } from '../end-users.ts'
import { type InstallationRates, appliedLimits, setLimits, usualLimits } from '../project-limits.ts'
import { createProject, deleteProject, findProject, pageProjects, requireProject } from '../projects.ts'
import { CreateProject, CurrentKey, Deleted, ListProjects, ProjectOnce, ProjectPage } from './contract.ts'

export interface AdministrationDeps {
  http: Http
  store: Store
  vault: Vault
  rates: InstallationRates
}

/** The routes of the projects of the caller's company. A project of another company is as one that does not exist. */
export function administrationRoutes({ http, store, vault, rates }: AdministrationDeps) {
  return http
    .surface('projects')
    .get('/projects', ({ caller, query }) => listPage({ store, rates }, caller, query), {
      id: 'projects.list',
      summary: 'List the projects',
      description: 'The projects of the company, oldest first by default.',
      scope: 'admin',
      query: ListProjects,
      response: { 200: ProjectPage },
      errors: ['INVALID_CURSOR'],
    })
    .post('/projects', ({ caller, body, once }) => once((db) => create(db, { vault, rates }, { caller, body })), {
      id: 'projects.create',
      summary: 'Create a project',
      description:
        'A project of the company of the API key. The response shows its Secret Key and its first API key once. That key expires ' +
        'with the key that creates it, if that one expires. A project has its own templates, assets, keys, webhooks and plugin credentials.',
      scope: 'admin',
      once: underLocks,
      location: '/v1/projects/{id}',
      body: CreateProject,
      response: { 201: ProjectOnce },
      errors: ['LIMIT_REACHED'],
    })
    .get('/projects/me', ({ caller }) => describe(store.read, rates, caller), {
      id: 'projects.me',
      summary: 'Get what the API key is for',
      description:
        'The key of the request with its scopes and expiry, its project, company and plan, and the limits that apply.',
      scope: 'any',
      response: { 200: CurrentKey },
    })
    .delete(
      '/projects/:id',
      ({ caller, params: { id }, ifMatch }) =>
        store.tx(async (db) => {
          const usual = usualLimits(rates, (await companyOf(db, caller)).plan)
          await deleteProject(db, caller, id, (project) =>
            checkIfMatch(ifMatch, digestOf(presentProject(project, appliedLimits(project, usual)))),
          )
        }, underLocks),
      {
        id: 'projects.delete',
        summary: 'Delete a project',
        description:
          'Another project of the company than that of the API key (409). Its API keys, plugin tokens and editor sessions are refused from ' +
          'the next request on. Its data are kept; images in emails that were sent remain available.',
        scope: 'admin',
        ifMatch: true,
        params: ProjectParams,
        response: { 204: Deleted },
        errors: ['PROJECT_NOT_FOUND', 'OWN_PROJECT', 'PRECONDITION_FAILED'],
      },
    )
}

async function create(
  db: Db,
  { vault, rates }: { vault: Vault; rates: InstallationRates },
  { caller, body }: { caller: Caller; body: CreateProject },
): Promise<ProjectOnce> {
  const { plan } = await companyOf(db, caller)
  const { name, allowed_origins: allowedOrigins = [], end_users: endUsers, limits: given, api_key: key } = body
  const usual = usualLimits(rates, plan)
  const made = await createProject(db, vault, { companyId: caller.companyId, name, allowedOrigins }, caller.actor)
  const { id } = made.project
  if (endUsers !== undefined) await setEndUsers(db, id, readEndUsers(endUsers), caller.actor)
  if (given !== undefined) await setLimits(db, id, { given: readLimits(given), usual }, caller.actor)
  const project = await requireProject(db, caller.companyId, id)
  const first = await createApiKey(
    db,
    { ...newKeyOf(caller, id, { name: 'Default', ...key }), path: '/api_key' },
    caller.actor,
  )
  return {
    ...presentProject(project, appliedLimits(project, usual)),
    secret_key: made.pluginSecret,
    api_key: presentKeyOnce(first),
  }
}

async function describe(db: Db, rates: InstallationRates, caller: Caller): Promise<CurrentKey> {
  const { projectId, actor, expiresAt } = caller
  if (actor.kind !== 'api_key') fail('FORBIDDEN', 'This operation describes an API key; an account has none.')
  const { id, name, plan } = await companyOf(db, caller)
  const [project, key] = [await findProject(db, projectId), await findApiKey(db, projectId, actor.id)]
  // Revoked or deleted since the caller was cached.
  if (project === undefined || key === undefined) fail('UNAUTHORIZED')
  return {
    project: { id: project.id, name: project.name, plugin_id: project.pluginId },
    company: { id, name },
    plan,
    api_key: presentKey(key),
    valid_until: expiresAt === undefined ? null : new Date(expiresAt).toISOString(),
    limits: presentLimits(appliedLimits(project, usualLimits(rates, plan))),
  }
}

async function companyOf(db: Db, { companyId }: Caller): Promise<Company> {
  return (await findCompany(db, companyId)) ?? fail('PROJECT_NOT_FOUND')
}

async function listPage(
  { store, rates }: { store: Store; rates: InstallationRates },
  caller: Caller,
  query: ListProjects,
): Promise<ProjectPage> {
  const { companyId } = caller
  const { items, page } = await readCreatedPage(query, {
    key: ['projects', companyId],
    kind: 'project',
    sort: 'created_at',
    read: (wanted) => pageProjects(store.read, companyId, wanted),
  })
  const usual = usualLimits(rates, (await companyOf(store.read, caller)).plan)
  return { data: items.map((project) => presentProject(project, appliedLimits(project, usual))), page }
}
