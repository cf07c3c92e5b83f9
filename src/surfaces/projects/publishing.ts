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

/** `required`: a draft is published only if another caller has approved exactly its content. */
export type ApprovalMode = 'none' | 'required'

/** Levels that a project can demand of approvers. */
export const approverLevels = ['comment', 'edit_text', 'edit', 'publish', 'manage'] as const
export type ApproverLevel = (typeof approverLevels)[number]

export interface ApprovalSettings {
  approval: ApprovalMode
  level: ApproverLevel
}

export function approvalOf({ settings }: Pick<Project, 'settings'>): ApprovalSettings {
  return {
    approval: settings['approval'] === 'required' ? 'required' : 'none',
    level: approverLevels.find((level) => level === settings['approver_level']) ?? 'publish',
  }
}

/**
 * Stores who has to approve drafts. VALIDATION_FAILED where approval is required without publishing by hand: there every save
 * would be live without it.
 */
export async function setApproval(
  db: Db,
  projectId: string,
  change: Partial<ApprovalSettings>,
  actor: Actor = systemActor,
): Promise<void> {
  const project = (await rows.lockProject(db, projectId)) ?? fail('PROJECT_NOT_FOUND')
  const before = approvalOf(project)
  const { approval, level } = { ...before, ...change }
  if (approval === 'required' && publishingOf(project) !== 'by_hand') {
    const message = 'Requires "publishing": "by_hand"; otherwise every save is live without approval.'
    fail('VALIDATION_FAILED', { issues: [{ path: '/approval', message }] })
  }
  if (approval === before.approval && level === before.level) return
  const settings = { ...project.settings, approval, approver_level: level }
  await rows.updateProject(db, projectId, { settings, updatedAt: db.nowMs() })
  await audit(db, actor, {
    action: 'project.approval_set',
    companyId: project.companyId,
    projectId,
    target: projectId,
    detail: { approval, approver_level: level },
  })
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
  // Where every save is live, nothing can wait for an approval.
  const more = publishing === 'on_save' ? { approval: 'none' } : {}
  const settings = { ...project.settings, publishing, ...more }
  await rows.updateProject(db, projectId, { settings, updatedAt: db.nowMs() })
  await audit(db, actor, {
    action: 'project.publishing_set',
    companyId: project.companyId,
    projectId,
    target: projectId,
    detail: { publishing },
  })
  return true
}
