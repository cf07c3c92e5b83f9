/** Changes of the live release. Each function requires a transaction that has authorized the template. */
import { type EmailDocument, isEqual } from '../../../email/document/index.ts'
import { fail } from '../../../kernel/errors/index.ts'
import { recordAct } from '../../../platform/audit/index.ts'
import type { Caller } from '../../../platform/identity/index.ts'
import { type Db, contentKey } from '../../../platform/storage/index.ts'
import { assetIdsIn } from './assets/uses.ts'
import { bytesOf } from './content.ts'
import { loadModules } from './modules/modules.ts'
import { changePublished } from './save.ts'
import { type TemplateRecord, findDocument } from './store.ts'
import { freezeContent } from './releases/content.ts'
import {
  type ReleaseRow,
  insertContent,
  insertRelease,
  insertReleaseAssets,
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
}

/** Makes a release of the draft, published at once or scheduled. A schedule replaces the one before. */
export async function publishDraft(
  db: Db,
  caller: Caller,
  row: TemplateRecord,
  { note, publishAt }: PublishOptions,
): Promise<ReleaseRow> {
  const document = (await findDocument(db, row.projectId, row.id)) ?? fail('TEMPLATE_NOT_FOUND')
  const content = freezeContent(document, await loadModules(db, row.projectId, document))
  const json = JSON.stringify(content)
  const key = contentKey(json)
  await insertContent(db, row.id, { key, content })
  const assets = [content.document, ...Object.values(content.modules ?? {})].flatMap((part) => assetIdsIn(part))
  await insertReleaseAssets(db, row.id, [...new Set(assets)])
  const release = await addRelease(db, caller, row, { key, sizeBytes: bytesOf(json), note, publishAt })
  if (publishAt === undefined) {
    await makeLive(db, caller, row, { release, draftDiffers: false })
    return release
  }
  await cancelScheduled(db, caller, row, release.number)
  await recordAct(db, caller, ['template.publishing_scheduled', row.id], {
    release: release.number,
    publish_at: new Date(publishAt).toISOString(),
  })
  return release
}

/** Publishes the content of an earlier release again, as a new release; the draft stays as it is. RELEASE_NOT_FOUND. */
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
  const release = await addRelease(db, caller, row, { key, sizeBytes, note, restoredFrom: number })
  const draft = await findDocument(db, row.projectId, row.id)
  await makeLive(db, caller, row, { release, draftDiffers: !isEqual(draft, stored.content.document) })
  return release
}

/** Takes the live release away: nothing is published in a project that publishes by hand, every save is live in another. */
export async function unpublish(db: Db, caller: Caller, row: TemplateRecord): Promise<void> {
  await cancelScheduled(db, caller, row)
  const byHand = await isPublishedByHand(db, row.projectId)
  const publishedRelease = byHand ? 0 : null
  if (row.publishedRelease === publishedRelease) return
  await changePublished(db, caller, row, { publishedRelease, publishedAt: null, draftDiffers: false })
  await recordAct(db, caller, ['template.unpublished', row.id], {})
}

/** Publishes a scheduled release now. */
export async function publishScheduled(
  db: Db,
  caller: Caller,
  row: TemplateRecord,
  release: ReleaseRow,
): Promise<void> {
  const draft: EmailDocument | undefined = await findDocument(db, row.projectId, row.id)
  const stored = await selectContent(db, row.id, release.number)
  const publishedAt = db.nowMs()
  await updateRelease(db, release, { state: 'published', publishedAt })
  await makeLive(db, caller, row, {
    release: { ...release, publishedAt },
    draftDiffers: !isEqual(draft, stored?.content.document),
  })
}

/** Cancels the scheduled release of a template, if there is another than the given one. Its number stays taken. */
export async function cancelScheduled(
  db: Db,
  caller: Caller,
  row: TemplateRecord,
  except?: number,
): Promise<ReleaseRow | undefined> {
  const scheduled = (await selectScheduled(db, row.id)).find(({ number }) => number !== except)
  if (scheduled === undefined) return undefined
  await updateRelease(db, scheduled, { state: 'cancelled' })
  await recordAct(db, caller, ['template.publishing_cancelled', row.id], { release: scheduled.number })
  return scheduled
}

interface NewRelease extends PublishOptions {
  key: string
  sizeBytes: number
  restoredFrom?: number
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
  await changePublished(db, caller, row, { publishedRelease: number, publishedAt, draftDiffers })
  await recordAct(db, caller, ['template.published', row.id], {
    release: number,
    ...(note === null ? {} : { note }),
    ...(restoredFrom === null ? {} : { restored_from: restoredFrom }),
  })
}

/** The release that was live before the present one. */
async function previousOf(db: Db, { id, publishedRelease }: TemplateRecord): Promise<ReleaseRow | undefined> {
  const before = publishedRelease === null || publishedRelease === 0 ? undefined : publishedRelease
  const rows = await selectReleases(db, id, { before, limit: 50 })
  return rows.find(({ publishedAt }) => publishedAt !== null)
}
