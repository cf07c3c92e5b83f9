import { fail } from '../../kernel/errors/index.ts'
import type { Db } from '../../platform/storage/index.ts'
import { type Actor, audit, systemActor } from './actor.ts'
import type { Project } from './projects.ts'
import * as rows from './store.ts'

/** `on_save`: every save of a template is live at once. `by_hand`: a template is live as it was published last. */
export type Publishing = 'on_save' | 'by_hand'

export function publishingOf({ settings }: Pick<Project, 'settings'>): Publishing {
  return settings['publishing'] === 'by_hand' ? 'by_hand' : 'on_save'
}

/** Stores the mode; false if it was set already. The templates follow by `applyPublishingMode` of their surface. */
export async function setPublishing(
  db: Db,
  projectId: string,
  publishing: Publishing,
  actor: Actor = systemActor,
): Promise<boolean> {
  const project = (await rows.lockProject(db, projectId)) ?? fail('PROJECT_NOT_FOUND')
  if (publishingOf(project) === publishing) return false
  await rows.updateProject(db, projectId, { settings: { ...project.settings, publishing }, updatedAt: db.nowMs() })
  await audit(db, actor, {
    action: 'project.publishing_set',
    companyId: project.companyId,
    projectId,
    target: projectId,
    detail: { publishing },
  })
  return true
}
