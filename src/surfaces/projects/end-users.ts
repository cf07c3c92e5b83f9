/** Settings of a project for end users of its embedded editors. */
import { fail } from '../../kernel/errors/index.ts'
import { demoProjectId } from '../../kernel/ids/index.ts'
import { limits } from '../../kernel/limits.ts'
import { type EndUserSettings, defaultEndUserSettings } from '../../platform/identity/index.ts'
import type { Db } from '../../platform/storage/index.ts'
import { type Actor, audit, systemActor } from './actor.ts'
import { projectsSignal } from './projects.ts'
import * as rows from './store.ts'

/** Visitors of the demo do not know each other: each has a small quota and a library of their own. */
const demoEndUsers: EndUserSettings = {
  ...defaultEndUserSettings,
  library: 'own',
  uploadsPerDay: limits.demoUploads,
  uploadBytesPerDay: limits.demoUploadBytes,
  uploads: limits.demoUploads,
  uploadBytes: limits.demoUploadBytes,
}

/** Settings that the project has not set have their defaults. */
export function endUsersIn({ id, settings }: Pick<rows.ProjectRow, 'id' | 'settings'>): EndUserSettings {
  if (id === demoProjectId) return demoEndUsers
  return { ...defaultEndUserSettings, ...(settings['endUsers'] as Partial<EndUserSettings> | undefined) }
}

/** Replaces the settings; omitted members get their defaults. Takes effect within `limits.pluginContextCacheSeconds`. */
export async function setEndUsers(
  db: Db,
  projectId: string,
  endUsers: Partial<EndUserSettings>,
  actor: Actor = systemActor,
): Promise<void> {
  const project = (await rows.lockProject(db, projectId)) ?? fail('PROJECT_NOT_FOUND')
  await rows.updateProject(db, projectId, { settings: { ...project.settings, endUsers }, updatedAt: db.nowMs() })
  db.signal(projectsSignal)
  await audit(db, actor, {
    action: 'project.end_users_set',
    companyId: project.companyId,
    projectId,
    target: projectId,
    detail: { ...endUsers },
  })
}
