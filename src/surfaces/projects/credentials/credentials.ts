/** The plugin credentials of a project: whose Plugin ID it is, and new Secret Keys. */
import { fail } from '../../../kernel/errors/index.ts'
import { createPluginSecret } from '../../../kernel/ids/index.ts'
import { type EndUserSettings, type ProjectLimits, type Vault, limitsIn } from '../../../platform/identity/index.ts'
import type { Db } from '../../../platform/storage/index.ts'
import { type Actor, audit, systemActor } from '../actor.ts'
import type { Plan } from '../companies.ts'
import { endUsersIn } from '../end-users.ts'
import { projectsSignal } from '../projects.ts'
import * as rows from '../store.ts'
import { secretContext } from '../secret-context.ts'

/** What the plugin surface needs of a project. Holds Secret Keys: it stays in memory and out of logs. */
export interface Plugin {
  pluginId: string
  projectId: string
  companyId: string
  /** Decides the rate limit. */
  tier: Plan
  allowedOrigins: readonly string[]
  endUsers: EndUserSettings
  /** Limits that the project has set for itself. */
  limits: ProjectLimits | undefined
  /** Keys that tokens may be signed with, and until when, milliseconds since epoch; the present one first. */
  secrets: readonly { secret: string; until: number }[]
}

/** Credentials as they may be shown. */
export interface Credentials {
  pluginId: string
  /** Until when the key that was replaced last still works; null when there is none. */
  previousSecretUntil: number | null
}

/** The project of a Plugin ID, its company and tier. */
export async function findPlugin(db: Db, vault: Vault, pluginId: string): Promise<Plugin | undefined> {
  const row = await rows.selectPlugin(db, pluginId)
  if (row === undefined) return undefined
  const { id, companyId, allowedOrigins, pluginSecret, previousSecret, previousSecretUntil } = row.project
  const secrets = [{ secret: vault.open(pluginSecret, secretContext(id)), until: Infinity }]
  if (previousSecret !== null && previousSecretUntil !== null && previousSecretUntil > db.nowMs())
    secrets.push({ secret: vault.open(previousSecret, secretContext(id)), until: previousSecretUntil })
  return {
    pluginId,
    projectId: id,
    companyId,
    tier: row.plan as Plan,
    allowedOrigins,
    endUsers: endUsersIn(row.project),
    limits: limitsIn(row.project.settings),
    secrets,
  }
}

/** The credentials of a project, without the Secret Key. */
export async function getCredentials(db: Db, projectId: string): Promise<Credentials> {
  return shown((await rows.selectProject(db, projectId)) ?? fail('PROJECT_NOT_FOUND'), db.nowMs())
}

/**
 * Gives the project a new Secret Key, answered here only. Tokens signed with the key it replaces are taken until
 * `graceSeconds` have passed; a key that was replaced before ends at once.
 */
export async function rotateCredentials(
  db: Db,
  vault: Vault,
  { projectId, graceSeconds }: { projectId: string; graceSeconds: number },
  actor: Actor = systemActor,
): Promise<Credentials & { secretKey: string }> {
  const project = (await rows.lockProject(db, projectId)) ?? fail('PROJECT_NOT_FOUND')
  const secretKey = createPluginSecret()
  const now = db.nowMs()
  const change = {
    pluginSecret: vault.seal(secretKey, secretContext(projectId)),
    previousSecret: graceSeconds === 0 ? null : project.pluginSecret,
    previousSecretUntil: graceSeconds === 0 ? null : now + graceSeconds * 1000,
    updatedAt: now,
  }
  await rows.updateProject(db, projectId, change)
  db.signal(projectsSignal)
  await audit(db, actor, {
    action: 'project.credentials_rotated',
    companyId: project.companyId,
    projectId,
    target: projectId,
    detail: { plugin_id: project.pluginId, grace_seconds: graceSeconds },
  })
  return { ...shown({ ...project, ...change }, now), secretKey }
}

function shown({ pluginId, previousSecretUntil: until }: rows.ProjectRow, nowMs: number): Credentials {
  return { pluginId, previousSecretUntil: until !== null && until > nowMs ? until : null }
}
