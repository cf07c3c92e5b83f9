/** Plugin credentials: resolves Plugin IDs and rotates Secret Keys. */
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

/** A project from the point of view of the plugin surface. Contains Secret Keys: never store or log it. */
export interface Plugin {
  pluginId: string
  projectId: string
  companyId: string
  /** Determines the rate limit. */
  tier: Plan
  allowedOrigins: readonly string[]
  endUsers: EndUserSettings
  /** Limits that the project has set for itself. */
  limits: ProjectLimits | undefined
  /** Keys that tokens may be signed with, and until when, milliseconds since epoch; the present one first. */
  secrets: readonly { secret: string; until: number }[]
}

/** Credentials without the Secret Key. */
export interface Credentials {
  pluginId: string
  /** End of the grace period of the replaced key, Unix ms; null if there is none. */
  previousSecretUntil: number | null
}

/** Resolves a Plugin ID to its project, company and tier. */
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

export async function getCredentials(db: Db, projectId: string): Promise<Credentials> {
  return shown((await rows.selectProject(db, projectId)) ?? fail('PROJECT_NOT_FOUND'), db.nowMs())
}

/**
 * Gives the project a new Secret Key, which is only returned here. Tokens signed with the replaced key are accepted for
 * `graceSeconds`; a key replaced earlier becomes invalid at once.
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
