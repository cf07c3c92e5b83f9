import { fail } from '../../kernel/errors/index.ts'
import { createId, createPluginId, createPluginSecret } from '../../kernel/ids/index.ts'
import { limits } from '../../kernel/limits.ts'
import { type Caller, type Vault, currentCaller } from '../../platform/identity/index.ts'
import type { Db, IdPage } from '../../platform/storage/index.ts'
import { type Actor, audit, systemActor } from './actor.ts'
import { keysSignal } from './api-keys/api-keys.ts'
import { secretContext } from './secret-context.ts'
import { checkName } from './names.ts'
import { checkOrigins } from './origins.ts'
import * as rows from './store.ts'

/** Signal that projects, their credentials or their plan changed: every replica clears its cache. */
export const projectsSignal = 'projects'

/** A project without its sealed secret. */
export interface Project {
  id: string
  companyId: string
  name: string
  pluginId: string
  allowedOrigins: string[]
  settings: Record<string, unknown>
  /** Unix time in ms, like `updatedAt`. */
  createdAt: number
  updatedAt: number
}

export interface NewProject {
  /** Only set for reserved projects; otherwise a new id is created. */
  id?: string
  companyId: string
  name: string
  /** Exact origins of pages that may embed the editor and call the API from a browser; defaults to none. */
  allowedOrigins?: readonly string[]
}

/**
 * Makes a project with its plugin credentials. The secret is answered here only; storage keeps it sealed. A company has at
 * most `limits.projects` (LIMIT_REACHED), because each has rates of its own.
 */
export async function createProject(
  db: Db,
  vault: Vault,
  input: NewProject,
  actor: Actor = systemActor,
): Promise<{ project: Project; pluginId: string; pluginSecret: string }> {
  const name = checkName(input.name)
  const allowedOrigins = checkOrigins(input.allowedOrigins ?? [])
  if (!(await rows.lockCompany(db, input.companyId))) {
    fail('PROJECT_NOT_FOUND', `There is no company ${input.companyId}.`)
  }
  if ((await rows.countProjects(db, input.companyId)) >= limits.projects)
    fail('LIMIT_REACHED', `A company holds at most ${limits.projects} projects.`)
  const pluginSecret = createPluginSecret()
  const now = db.nowMs()
  const project: Project = {
    id: input.id ?? createId('project'),
    companyId: input.companyId,
    name,
    pluginId: createPluginId(),
    allowedOrigins,
    settings: {},
    createdAt: now,
    updatedAt: now,
  }
  await rows.insertProject(db, { ...project, pluginSecret: vault.seal(pluginSecret, secretContext(project.id)) })
  await audit(db, actor, {
    action: 'project.created',
    companyId: project.companyId,
    projectId: project.id,
    target: project.id,
    detail: { name },
  })
  return { project, pluginId: project.pluginId, pluginSecret }
}

/** Projects that are not deleted, of one company or of all, oldest first. Excludes the editor demo. */
export async function listProjects(db: Db, companyId?: string): Promise<Project[]> {
  return (await rows.selectProjects(db, companyId)).map(shown)
}

/** Some of the same list of a company, those after `afterId`. */
export async function pageProjects(db: Db, companyId: string, page: IdPage): Promise<Project[]> {
  return (await rows.selectProjects(db, companyId, page)).map(shown)
}

/** A living project of the company; PROJECT_NOT_FOUND for one of another company too. */
export async function requireProject(db: Db, companyId: string, projectId: string): Promise<Project> {
  return shown((await rows.selectProjectOf(db, companyId, projectId)) ?? fail('PROJECT_NOT_FOUND'))
}

/**
 * Deletes a project of the caller's company: its keys, plugin tokens and editor sessions are refused from the next request
 * on, on every replica. Its rows and files stay. OWN_PROJECT for the project of the calling key, so that a company never
 * ends up without a key.
 */
export async function deleteProject(
  db: Db,
  caller: Caller,
  projectId: string,
  check: (project: Project) => void = () => undefined,
): Promise<void> {
  // Of two keys that delete each other's project only the first is still one.
  await rows.lockCompany(db, caller.companyId)
  if ((await currentCaller(db, caller)) === undefined) fail('UNAUTHORIZED')
  await rows.lockProject(db, projectId)
  const project = await requireProject(db, caller.companyId, projectId)
  check(project)
  const { id, companyId, name } = project
  if (id === caller.projectId) fail('OWN_PROJECT', 'Delete it with an API key of another project of the company.')
  const now = db.nowMs()
  await rows.updateProject(db, id, { deletedAt: now, updatedAt: now })
  db.signal(keysSignal)
  db.signal(projectsSignal)
  await audit(db, caller.actor, { action: 'project.deleted', companyId, projectId: id, target: id, detail: { name } })
}

/** The project if it exists and is not deleted. */
export async function findProject(db: Db, projectId: string): Promise<Project | undefined> {
  const row = await rows.selectProject(db, projectId)
  return row && shown(row)
}

/** Replaces the list of allowed origins; takes effect at the next initialization. */
export async function setAllowedOrigins(
  db: Db,
  projectId: string,
  origins: readonly string[],
  actor: Actor = systemActor,
): Promise<Project> {
  const allowedOrigins = checkOrigins(origins)
  const project = (await findProject(db, projectId)) ?? fail('PROJECT_NOT_FOUND')
  const updatedAt = db.nowMs()
  await rows.updateProject(db, projectId, { allowedOrigins, updatedAt })
  db.signal(projectsSignal)
  await audit(db, actor, {
    action: 'project.origins_set',
    companyId: project.companyId,
    projectId,
    target: projectId,
    detail: { allowed_origins: allowedOrigins },
  })
  return { ...project, allowedOrigins, updatedAt }
}

export async function renameProject(
  db: Db,
  projectId: string,
  given: string,
  actor: Actor = systemActor,
): Promise<Project> {
  const name = checkName(given)
  const project = (await findProject(db, projectId)) ?? fail('PROJECT_NOT_FOUND')
  const updatedAt = db.nowMs()
  await rows.updateProject(db, projectId, { name, updatedAt })
  await audit(db, actor, {
    action: 'project.renamed',
    companyId: project.companyId,
    projectId,
    target: projectId,
    detail: { name },
  })
  return { ...project, name, updatedAt }
}

function shown(row: rows.ProjectRow): Project {
  const { id, companyId, name, pluginId, allowedOrigins, settings, createdAt, updatedAt } = row
  return { id, companyId, name, pluginId, allowedOrigins, settings, createdAt, updatedAt }
}
