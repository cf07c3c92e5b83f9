/** Publishing a template: its releases, which of them is live, and what the draft changed since. */
import type { EmailDocument } from '../../../email/document/index.ts'
import { fail } from '../../../kernel/errors/index.ts'
import { limits } from '../../../kernel/limits.ts'
import { checkIfMatch, digestOf, readPage } from '../../../platform/http/index.ts'
import type { Caller } from '../../../platform/identity/index.ts'
import { enqueue } from '../../../platform/jobs/index.ts'
import type { Db } from '../../../platform/storage/index.ts'
import {
  type Modules,
  type ReleaseRow,
  type TemplateRow,
  type UnsignedTemplate,
  authorize,
  cancelScheduled,
  compareContents,
  loadContent,
  loadTemplate,
  presentTemplate,
  publishDraft,
  readRelease,
  rollBack,
  selectRelease,
  selectReleases,
  unpublish,
} from '../template/index.ts'
import type {
  CompareReleases,
  ListReleases,
  PublishTemplate,
  Release,
  ReleaseComparison,
  ReleasePage,
  ReleaseWithDocument,
  RollBackTemplate,
} from './contract.ts'
import { publishRelease } from './schedule.ts'

interface UnsignedPublished {
  template: UnsignedTemplate
  release: Release
}

interface Change<B> {
  id: string
  body: B
  /** The header as it came. */
  ifMatch?: string | undefined
}

/**
 * Publishes the draft, or schedules it. PRECONDITION_FAILED when the draft changed since the revision in If-Match, LOCKED while
 * someone else edits it, APPROVAL_REQUIRED in a project that requires approval.
 */
export async function publish(
  db: Db,
  caller: Caller,
  { id, body, ifMatch }: Change<PublishTemplate>,
): Promise<UnsignedPublished> {
  const row = await authorize(db, caller, id, { needs: 'publish' })
  checkIfMatch(ifMatch, row.revision)
  const publishAt = body.publish_at === undefined ? undefined : readTime(body.publish_at, db.nowMs())
  const release = await publishDraft(db, caller, row, {
    note: body.note,
    publishAt,
    bypassApproval: body.bypass_approval,
  })
  if (publishAt !== undefined) {
    const payload = { caller, templateId: id, number: release.number }
    await enqueue(db, publishRelease, { payload, projectId: caller.projectId, runAt: publishAt })
  }
  return presentBoth(db, caller, id, release)
}

/** Publishes an earlier release again. The draft, and who edits it, are not affected. RELEASE_NOT_FOUND. */
export async function rollBackTemplate(
  db: Db,
  caller: Caller,
  { id, body, ifMatch }: Change<RollBackTemplate>,
): Promise<UnsignedPublished> {
  const row = await authorize(db, caller, id, { needs: 'publish', editorOf: true })
  checkIfMatch(ifMatch, row.revision)
  const release = await rollBack(db, caller, row, body)
  return presentBoth(db, caller, id, release)
}

/** Takes the live release away, and a scheduled one. */
export async function unpublishTemplate(
  db: Db,
  caller: Caller,
  { id, ifMatch }: Omit<Change<never>, 'body'>,
): Promise<UnsignedTemplate> {
  const row = await authorize(db, caller, id, { needs: 'publish', editorOf: true })
  checkIfMatch(ifMatch, row.revision)
  await unpublish(db, caller, row)
  return presentTemplate(await loadTemplate(db, caller, id), db.nowMs())
}

/** A page of the releases, the latest first by default. */
export async function listReleases(db: Db, caller: Caller, id: string, query: ListReleases): Promise<ReleasePage> {
  const template = await loadTemplate(db, caller, id)
  const { sort = '-number' } = query
  const states = query.state?.toSorted()
  const { items, page } = await readPage(query, {
    key: `releases ${id} ${states?.join() ?? ''} ${sort}`,
    read: ({ after, limit }) =>
      selectReleases(db, id, { limit, states, after: after && Number(after[0]), descending: sort === '-number' }),
    positionOf: ({ number }) => [number],
  })
  return { data: items.map((row) => presentRelease(row, template)), page }
}

/** One release with its document. RELEASE_NOT_FOUND. */
export async function getRelease(db: Db, caller: Caller, id: string, number: string): Promise<ReleaseWithDocument> {
  const { release, document } = await loadRelease(db, caller, id, number)
  return { ...release, document }
}

/** The content of a release with the modules that it showed. RELEASE_NOT_FOUND. */
export async function loadRelease(
  db: Db,
  caller: Caller,
  id: string,
  number: string,
): Promise<{ release: Release; document: EmailDocument; modules: Modules }> {
  const template = await loadTemplate(db, caller, id)
  const row = await requireRelease(db, id, number)
  const { document, modules } = (await readRelease(db, id, row.number)) ?? fail('RELEASE_NOT_FOUND')
  return { release: presentRelease(row, template), document, modules }
}

/** Cancels a release that is scheduled. RELEASE_NOT_SCHEDULED for any other. */
export async function cancelRelease(
  db: Db,
  caller: Caller,
  { id, number, ifMatch }: { id: string; number: string; ifMatch?: string | undefined },
): Promise<Release> {
  const template = await authorize(db, caller, id, { needs: 'publish', editorOf: true })
  const row = await requireRelease(db, id, number)
  checkIfMatch(ifMatch, releaseTag(presentRelease(row, template)))
  if (row.state !== 'scheduled') fail('RELEASE_NOT_SCHEDULED')
  await cancelScheduled(db, caller, template)
  return presentRelease({ ...row, state: 'cancelled' }, template)
}

/** By default from the published content to the draft. RELEASE_NOT_FOUND, NOT_PUBLISHED. */
export async function compareReleases(
  db: Db,
  caller: Caller,
  id: string,
  { from = 'published', to = 'draft' }: CompareReleases,
): Promise<ReleaseComparison> {
  const [before, after] = [await contentOf(db, caller, id, from), await contentOf(db, caller, id, to)]
  return {
    from: before.release ?? 'draft',
    to: after.release ?? 'draft',
    ...compareContents(before.document, after.document),
  }
}

function contentOf(db: Db, caller: Caller, id: string, which: string) {
  return loadContent(db, caller, id, which === 'draft' || which === 'published' ? which : Number(which))
}

async function requireRelease(db: Db, id: string, number: string): Promise<ReleaseRow> {
  const row = /^[1-9]\d{0,8}$/.test(number) ? await selectRelease(db, id, Number(number)) : undefined
  return row ?? fail('RELEASE_NOT_FOUND')
}

const dayMs = 86_400_000

function readTime(text: string, nowMs: number): number {
  const time = Date.parse(text)
  const refuse = (message: string) => fail('VALIDATION_FAILED', { issues: [{ path: '/publish_at', message }] })
  if (time <= nowMs) refuse('Must be in the future; omit it to publish at once.')
  if (time > nowMs + limits.publishAheadDays * dayMs)
    refuse(`Must be at most ${limits.publishAheadDays} days from now.`)
  return time
}

async function presentBoth(db: Db, caller: Caller, id: string, release: ReleaseRow): Promise<UnsignedPublished> {
  const template = await loadTemplate(db, caller, id)
  return { template: presentTemplate(template, db.nowMs()), release: presentRelease(release, template) }
}

/** The value of the ETag: the content of a release never changes, its state does. */
export function releaseTag({ number, state, live, published_at: time }: Release): string {
  return digestOf([number, state, live, time])
}

/** `template` says which release is live. */
export function presentRelease(row: ReleaseRow, { publishedRelease }: Pick<TemplateRow, 'publishedRelease'>): Release {
  const instant = (ms: number) => new Date(ms).toISOString()
  return {
    template_id: row.templateId,
    number: row.number,
    state: row.state,
    live: row.number === publishedRelease,
    revision: row.revision,
    ...(row.note === null ? {} : { note: row.note }),
    ...(row.restoredFrom === null ? {} : { restored_from: row.restoredFrom }),
    author: { kind: row.authorKind as Release['author']['kind'], id: row.authorId, name: row.authorName },
    size_bytes: row.sizeBytes,
    created_at: instant(row.createdAt),
    ...(row.publishAt === null ? {} : { publish_at: instant(row.publishAt) }),
    ...(row.publishedAt === null ? {} : { published_at: instant(row.publishedAt) }),
    ...(row.reviewId === null ? {} : { review_id: row.reviewId }),
    ...(row.approvalBypassed ? { approval_bypassed: true as const } : {}),
  }
}
