/** Changes of the live release. Each function requires a transaction that has authorized the template. */
import { type EmailDocument, isEqual } from '../../../email/document/index.ts'
import { fail } from '../../../kernel/errors/index.ts'
import { recordAct } from '../../../platform/audit/index.ts'
import type { Caller } from '../../../platform/identity/index.ts'
import type { Db } from '../../../platform/storage/index.ts'
import { bytesOf } from './content.ts'
import { changePublished } from './save.ts'
import { type TemplateRecord, findDocument, updateTemplate } from './store.ts'
import { type Approval, endReviewOf, requireApproval } from './reviews/approval.ts'
import { freezeDraft, storeContent } from './releases/draft.ts'
import {
  type ReleaseRow,
  insertRelease,
  isPublishedByHand,
  selectContent,
  selectLastNumber,
  selectRelease,
  selectReleases,
  selectScheduled,
  updateRelease,
} from './releases/store.ts'

export interface PublishOptions {
  note?: string | undefined
  /** Unix time in ms at which the release is to be published; at once unless given. */
  publishAt?: number | undefined
  /** Publishes without an approval that the project requires, if the caller may. */
  bypassApproval?: boolean | undefined
}

/** No caller asks for these releases: they keep live what is live, when a project begins to publish by hand. */
export type SystemRelease = { note: string; needsNoApproval: true }

/**
 * Makes a release of the draft, published at once or scheduled. A schedule replaces the one before. APPROVAL_REQUIRED,
 * PERMISSION_DENIED for a bypass by a caller that may not.
 */
export async function publishDraft(
  db: Db,
  caller: Caller,
  row: TemplateRecord,
  options: PublishOptions | SystemRelease,
): Promise<ReleaseRow> {
  const { note, publishAt, bypassApproval = false }: PublishOptions = options
  const draft = await freezeDraft(db, row)
  const { json, key } = draft
  const approval =
    'needsNoApproval' in options ? noApproval : await requireApproval(db, caller, row, { key, bypass: bypassApproval })
  await storeContent(db, row.id, draft)
  const release = await addRelease(db, caller, row, { key, sizeBytes: bytesOf(json), note, publishAt, approval })
  if (publishAt === undefined) {
    await makeLive(db, caller, row, { release, draftDiffers: false })
    return release
  }
  await endSchedule(db, caller, row, release.number)
  await changePublished(db, caller, row, { scheduledRelease: release.number })
  await recordAct(db, caller, ['template.publishing_scheduled', row.id], {
    release: release.number,
    publish_at: new Date(publishAt).toISOString(),
    ...presentApproval(release),
  })
  return release
}

const noApproval: Approval = { reviewId: null, isBypassed: false }

/**
 * Publishes the content of an earlier release again, as a new release; the draft stays as it is. It was live before, so it
 * needs no new approval. RELEASE_NOT_FOUND.
 */
export async function rollBack(
  db: Db,
  caller: Caller,
  row: TemplateRecord,
  { to, note }: { to?: number | undefined; note?: string | undefined },
): Promise<ReleaseRow> {
  const earlier = to === undefined ? await previousOf(db, row) : await selectRelease(db, row.id, to)
  const stored = earlier && (await selectContent(db, row.id, earlier.number))
  if (earlier === undefined || stored === undefined || earlier.publishedAt === null)
    fail('RELEASE_NOT_FOUND', 'There is no earlier release to roll back to.')
  const { contentKey: key, sizeBytes, number } = earlier
  const { reviewId } = earlier
  const approval = { reviewId, isBypassed: false }
  const release = await addRelease(db, caller, row, { key, sizeBytes, note, restoredFrom: number, approval })
  const draft = await findDocument(db, row.projectId, row.id)
  await makeLive(db, caller, row, { release, draftDiffers: !isEqual(draft, stored.content.document) })
  return release
}

/** Takes the live release away: nothing is published in a project that publishes by hand, every save is live in another. */
export async function unpublish(db: Db, caller: Caller, row: TemplateRecord): Promise<void> {
  await endSchedule(db, caller, row)
  const byHand = await isPublishedByHand(db, row.projectId)
  const publishedRelease = byHand ? 0 : null
  const ended = row.scheduledRelease === null ? {} : { scheduledRelease: null }
  if (row.publishedRelease === publishedRelease) {
    if (row.scheduledRelease !== null) await changePublished(db, caller, row, ended)
    return
  }
  await changePublished(db, caller, row, { ...ended, publishedRelease, publishedAt: null, draftDiffers: false })
  await recordAct(db, caller, ['template.unpublished', row.id], {})
}

/** Publishes a scheduled release now. Fails like `publishDraft` if its approval was revoked since. */
export async function publishScheduled(
  db: Db,
  caller: Caller,
  row: TemplateRecord,
  release: ReleaseRow,
): Promise<void> {
  const { key, bypass } = { key: release.contentKey, bypass: release.approvalBypassed }
  const { reviewId, isBypassed } = await requireApproval(db, caller, row, { key, bypass })
  const draft: EmailDocument | undefined = await findDocument(db, row.projectId, row.id)
  const stored = await selectContent(db, row.id, release.number)
  const publishedAt = db.nowMs()
  const published = { state: 'published', publishedAt, reviewId, approvalBypassed: isBypassed } as const
  await updateRelease(db, release, published)
  await makeLive(db, caller, row, {
    release: { ...release, ...published },
    draftDiffers: !isEqual(draft, stored?.content.document),
  })
}

/** Cancels the scheduled release of a template, as one new revision. Its number stays taken. */
export async function cancelScheduled(
  db: Db,
  caller: Caller,
  row: TemplateRecord,
  reason?: string,
): Promise<ReleaseRow | undefined> {
  const scheduled = await endSchedule(db, caller, row, undefined, reason)
  // A template in the trash emits nothing.
  if (row.deletedAt !== null) await updateTemplate(db, row.projectId, row.id, { scheduledRelease: null })
  else if (scheduled !== undefined) await changePublished(db, caller, row, { scheduledRelease: null })
  return scheduled
}

/** Cancels the scheduled release, if there is another than the given one; the template still names it. */
async function endSchedule(
  db: Db,
  caller: Caller,
  row: TemplateRecord,
  except?: number,
  reason?: string,
): Promise<ReleaseRow | undefined> {
  const scheduled = (await selectScheduled(db, row.id)).find(({ number }) => number !== except)
  if (scheduled === undefined) return undefined
  await updateRelease(db, scheduled, { state: 'cancelled' })
  await recordAct(db, caller, ['template.publishing_cancelled', row.id], {
    release: scheduled.number,
    ...(reason === undefined ? {} : { reason }),
  })
  return scheduled
}

interface NewRelease extends PublishOptions {
  key: string
  sizeBytes: number
  restoredFrom?: number
  approval: Approval
}

async function addRelease(db: Db, { actor }: Caller, row: TemplateRecord, made: NewRelease): Promise<ReleaseRow> {
  const now = db.nowMs()
  const release: ReleaseRow = {
    templateId: row.id,
    number: (await selectLastNumber(db, row.id)) + 1,
    state: made.publishAt === undefined ? 'published' : 'scheduled',
    revision: row.revision,
    note: made.note ?? null,
    restoredFrom: made.restoredFrom ?? null,
    contentKey: made.key,
    sizeBytes: made.sizeBytes,
    authorKind: actor.kind,
    authorId: actor.id,
    authorName: actor.name,
    createdAt: now,
    publishAt: made.publishAt ?? null,
    publishedAt: made.publishAt === undefined ? now : null,
    reviewId: made.approval.reviewId,
    approvalBypassed: made.approval.isBypassed,
  }
  await insertRelease(db, release)
  return release
}

async function makeLive(
  db: Db,
  caller: Caller,
  row: TemplateRecord,
  { release, draftDiffers }: { release: ReleaseRow; draftDiffers: boolean },
): Promise<void> {
  const { number, publishedAt, note, restoredFrom } = release
  await changePublished(db, caller, row, {
    publishedRelease: number,
    publishedAt,
    draftDiffers,
    ...(row.scheduledRelease === number ? { scheduledRelease: null } : {}),
    ...(await endReviewOf(db, caller, row, release.contentKey)),
  })
  await recordAct(db, caller, ['template.published', row.id], {
    release: number,
    ...(note === null ? {} : { note }),
    ...(restoredFrom === null ? {} : { restored_from: restoredFrom }),
    ...presentApproval(release),
  })
}

function presentApproval({ reviewId, approvalBypassed }: ReleaseRow): Record<string, unknown> {
  return {
    ...(reviewId === null ? {} : { review_id: reviewId }),
    ...(approvalBypassed ? { approval_bypassed: true } : {}),
  }
}

/** The release that was live before the present one. */
async function previousOf(db: Db, { id, publishedRelease }: TemplateRecord): Promise<ReleaseRow | undefined> {
  const before = publishedRelease === null || publishedRelease === 0 ? undefined : publishedRelease
  const rows = await selectReleases(db, id, { after: before, limit: 50 })
  return rows.find(({ publishedAt }) => publishedAt !== null)
}
