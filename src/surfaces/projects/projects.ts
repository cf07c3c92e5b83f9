import { fail } from '../../kernel/errors/index.ts'
import { createId, createPluginId, createPluginSecret } from '../../kernel/ids/index.ts'
import type { Vault } from '../../platform/identity/index.ts'
import type { Db } from '../../platform/storage/index.ts'
import { type Actor, audit, systemActor } from './actor.ts'
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

/** Creates a project with its plugin credentials. The secret is only returned here; storage has it sealed. */
export async function createProject(
  db: Db,
  vault: Vault,
  input: NewProject,
  actor: Actor = systemActor,
): Promise<{ project: Project; pluginId: string; pluginSecret: string }> {
  const name = checkName(input.name)
  const allowedOrigins = checkOrigins(input.allowedOrigins ?? [])
  if (!(await rows.selectCompany(db, input.companyId))) {
    fail('PROJECT_NOT_FOUND', `Unknown company ${input.companyId}.`)
  }
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

/** Undefined if the project is deleted. */
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
