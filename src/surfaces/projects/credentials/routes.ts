import { isEqual } from '../../../email/document/index.ts'
import { fail } from '../../../kernel/errors/index.ts'
import { limits } from '../../../kernel/limits.ts'
import { type Http, checkIfMatch, digestOf, takeWritable } from '../../../platform/http/index.ts'
import type { Caller, Vault } from '../../../platform/identity/index.ts'
import { type Db, type Store, underLocks } from '../../../platform/storage/index.ts'
import { type Plan, findCompany } from '../companies.ts'
import { setEndUsers } from '../end-users.ts'
import { type InstallationRates, appliedLimits, setLimits, usualLimits } from '../project-limits.ts'
import { type Project as Known, renameProject, requireProject, setAllowedOrigins } from '../projects.ts'
import { Credentials, CredentialsOnce, Project, ProjectParams, RotateCredentials, UpdateProject } from './contract.ts'
import { type Credentials as KnownCredentials, getCredentials, rotateCredentials } from './credentials.ts'
import { presentProject, readEndUsers, readLimits } from './present.ts'
import { type ApprovalSettings, type Publishing, setApproval, setPublishing } from '../publishing.ts'

export interface ProjectRouteDeps {
  http: Http
  store: Store
  vault: Vault
  rates: InstallationRates
  /** Makes the templates of the caller's project follow the mode. */
  applyPublishing(db: Db, caller: Caller, publishing: Publishing): Promise<void>
}

const notFound = ['PROJECT_NOT_FOUND'] as const

/** The routes of one project of the caller's company and its plugin credentials. */
export function projectRoutes({ http, store, vault, rates, applyPublishing }: ProjectRouteDeps) {
  const present = ({ project, plan }: { project: Known; plan: Plan }) =>
    presentProject(project, appliedLimits(project, usualLimits(rates, plan)))
  return http
    .surface('projects')
    .get('/projects/:id', async ({ caller, params }) => present(await find(store.read, caller, params.id)), {
      id: 'projects.get',
      summary: 'Get a project',
      description: 'A project of the company, also another one than that of the API key.',
      scope: 'admin',
      etag: digestOf,
      params: ProjectParams,
      response: { 200: Project },
      errors: [...notFound],
    })
    .put(
      '/projects/:id',
      ({ caller, params: { id }, body: given, ifMatch }) =>
        store.tx(async (db) => {
          const known = await find(db, caller, id)
          const { plan } = known
          const shown = present(known)
          checkIfMatch(ifMatch, digestOf(shown))
          const body = withoutStored(await takeWritable(UpdateProject, given, () => shown), shown)
          const { name, allowed_origins: origins, end_users: endUsers, publishing, limits: own } = body
          if (name !== undefined) await renameProject(db, id, name, caller.actor)
          if (origins !== undefined) await setAllowedOrigins(db, id, origins, caller.actor)
          if (endUsers !== undefined) await setEndUsers(db, id, readEndUsers(endUsers), caller.actor)
          if (publishing !== undefined && (await setPublishing(db, id, publishing, caller.actor)))
            await applyPublishing(db, { ...caller, projectId: id }, publishing)
          const { approval, approver_level: level } = body
          if (approval !== undefined || level !== undefined)
            await setApproval(db, id, defined({ approval, level }), caller.actor)
          const change = own && { given: readLimits(own), usual: usualLimits(rates, plan) }
          if (change !== undefined) await setLimits(db, id, change, caller.actor)
          return present(await find(db, caller, id))
        }),
      {
        id: 'projects.update',
        summary: 'Change a project',
        description:
          'Its name, the origins of pages that may embed the editor, which count from the next initialization, what ' +
          'end users of the editor may do, how templates are published and approved, and its limits, which apply from the next request. This request does not count toward ' +
          '`limits.api_rate`, so a rate that is too low can be changed.',
        scope: 'admin',
        besideOwnRate: true,
        ifMatch: true,
        etag: digestOf,
        params: ProjectParams,
        body: UpdateProject,
        response: { 200: Project },
        errors: [...notFound, 'PRECONDITION_FAILED'],
      },
    )
    .get(
      '/projects/:id/credentials',
      async ({ caller, params }) => {
        const { id } = await requireProject(store.read, caller.companyId, params.id)
        return presentCredentials(await getCredentials(store.read, id))
      },
      {
        id: 'projects.getCredentials',
        summary: 'Get the plugin credentials',
        description: 'Returns the Plugin ID. The Secret Key is returned only when it is created.',
        scope: 'admin',
        etag: digestOf,
        params: ProjectParams,
        response: { 200: Credentials },
        errors: [...notFound],
      },
    )
    .post(
      '/projects/:id/credentials/rotate',
      ({ caller, params, body, once }) =>
        once(async (db) => {
          const { id: projectId } = await requireProject(db, caller.companyId, params.id)
          // Tokens of a project read its templates, which keys of other projects do not.
          if (projectId !== caller.projectId)
            fail('FORBIDDEN', 'Rotate the Secret Key with an API key of that project.')
          const graceSeconds = body.grace_seconds ?? limits.keyGraceSeconds
          const made = await rotateCredentials(db, vault, { projectId, graceSeconds }, caller.actor)
          return { ...presentCredentials(made), secret_key: made.secretKey }
        }),
      {
        id: 'projects.rotateCredentials',
        summary: 'Rotate the Secret Key',
        description:
          'Returns a new Secret Key for the same Plugin ID. Tokens signed with the previous key are accepted for the grace ' +
          'period; rotating again within it ends the one before that at once. Needs an API key of this project.',
        scope: 'admin',
        once: underLocks,
        params: ProjectParams,
        body: RotateCredentials,
        response: { 200: CredentialsOnce },
        errors: [...notFound],
      },
    )
}

function defined({ approval, level }: { [K in keyof ApprovalSettings]: ApprovalSettings[K] | undefined }) {
  return { ...(approval === undefined ? {} : { approval }), ...(level === undefined ? {} : { level }) }
}

// Members that are as stored change nothing, and are not audited.
function withoutStored(body: UpdateProject, shown: Project): UpdateProject {
  const stored = shown as Record<string, unknown>
  return Object.fromEntries(Object.entries(body).filter(([name, value]) => !isEqual(value, stored[name])))
}

/** A project of the caller's company, with the plan of the company. */
async function find(db: Db, { companyId }: Caller, id: string): Promise<{ project: Known; plan: Plan }> {
  const project = await requireProject(db, companyId, id)
  const company = (await findCompany(db, companyId)) ?? fail('PROJECT_NOT_FOUND')
  return { project, plan: company.plan }
}

function presentCredentials({ pluginId, previousSecretUntil: until }: KnownCredentials): Credentials {
  return {
    plugin_id: pluginId,
    previous_secret_expires_at: until === null ? null : new Date(until).toISOString(),
  }
}
