/** The SQL of releases. Its callers have loaded or authorized the template. */
import { type Level } from '../../../../kernel/access/index.ts'
import { and, eq, inArray, isNotNull, isNull, or, sql } from 'drizzle-orm'
import {
  type Db,
  type Tables,
  inOrder,
  isInIdPage,
  lockRowsToChange,
  prepared,
  preparedInsert,
} from '../../../../platform/storage/index.ts'
import type { ReleaseContent } from './content.ts'

export type ReleaseRow = Tables['templateReleases']['$inferSelect']

/** One release of a template. */
export async function selectRelease(db: Db, templateId: string, number: number): Promise<ReleaseRow | undefined> {
  const { templateReleases: releases } = db.tables
  const [row] = await db
    .select()
    .from(releases)
    .where(and(eq(releases.templateId, templateId), eq(releases.number, number)))
  return row
}

/** Releases of a template, the latest first unless `descending` is false, those behind a number in that order. */
export function selectReleases(
  db: Db,
  templateId: string,
  {
    after,
    descending = true,
    limit,
    states,
  }: {
    after?: number | undefined
    descending?: boolean
    limit: number
    states?: ReleaseRow['state'][] | undefined
  },
): Promise<ReleaseRow[]> {
  const { templateReleases: releases } = db.tables
  return db
    .select()
    .from(releases)
    .where(
      and(
        eq(releases.templateId, templateId),
        isInIdPage(releases.number, { after, descending }),
        states === undefined ? undefined : inArray(releases.state, states),
      ),
    )
    .orderBy(...inOrder([releases.number], { descending }))
    .limit(limit)
}

/** The releases of a template that are scheduled: one, or two while a new schedule replaces another. */
export function selectScheduled(db: Db, templateId: string): Promise<ReleaseRow[]> {
  const { templateReleases: releases } = db.tables
  return db
    .select()
    .from(releases)
    .where(and(eq(releases.templateId, templateId), eq(releases.state, 'scheduled')))
}

/** The number of the latest release of a template; 0 when there is none. */
export async function selectLastNumber(db: Db, templateId: string): Promise<number> {
  return (await selectReleases(db, templateId, { limit: 1 }))[0]?.number ?? 0
}

const selectStored = prepared((db) => {
  const { templateReleases: releases, releaseContents: contents } = db.tables
  return db
    .select({ content: contents.content, sizeBytes: releases.sizeBytes })
    .from(releases)
    .innerJoin(contents, and(eq(contents.templateId, releases.templateId), eq(contents.key, releases.contentKey)))
    .where(and(eq(releases.templateId, sql.placeholder('template')), eq(releases.number, sql.placeholder('number'))))
})

/** The content of a release and its bytes as JSON. */
export async function selectContent(
  db: Db,
  templateId: string,
  number: number,
): Promise<{ content: ReleaseContent; sizeBytes: number } | undefined> {
  const [row] = await selectStored(db, { template: templateId, number })
  return row && { content: row.content as ReleaseContent, sizeBytes: row.sizeBytes }
}

/** Adds a release. */
export const insertRelease = preparedInsert(({ templateReleases }) => templateReleases)

/** Changes the state of a release that is scheduled. */
export async function updateRelease(
  db: Db,
  { templateId, number }: Pick<ReleaseRow, 'templateId' | 'number'>,
  change: Pick<ReleaseRow, 'state'> & Partial<Pick<ReleaseRow, 'publishedAt' | 'reviewId' | 'approvalBypassed'>>,
): Promise<void> {
  const { templateReleases: releases } = db.tables
  await db
    .update(releases)
    .set(change)
    .where(and(eq(releases.templateId, templateId), eq(releases.number, number)))
}

/** Stores a content under its key, unless another release of the template has stored it. */
export async function insertContent(
  db: Db,
  templateId: string,
  { key, content }: { key: string; content: ReleaseContent },
): Promise<void> {
  await db.insert(db.tables.releaseContents).values({ templateId, key, content }).onConflictDoNothing()
}

/** Adds the assets of a release to those of earlier ones. */
export async function insertReleaseAssets(db: Db, templateId: string, assetIds: readonly string[]): Promise<void> {
  if (assetIds.length === 0) return
  const rows = assetIds.map((assetId) => ({ templateId, assetId }))
  await db.insert(db.tables.releaseAssetUses).values(rows).onConflictDoNothing()
}

/** The columns of a template without a review. */
export const noReview = { reviewId: null, reviewState: null, reviewDiffers: false }

/** The columns of a template whose saves are live. */
export const everySaveIsLive = {
  publishedRelease: null,
  publishedAt: null,
  draftDiffers: false,
  scheduledRelease: null,
  ...noReview,
}

/** The columns of a new template: in a project that publishes by hand nothing of it is published. */
export async function initialRelease(
  db: Db,
  projectId: string,
): Promise<Omit<typeof everySaveIsLive, 'publishedRelease'> & { publishedRelease: number | null }> {
  return (await isPublishedByHand(db, projectId)) ? { ...everySaveIsLive, publishedRelease: 0 } : everySaveIsLive
}

const selectSettings = prepared((db) => {
  const { projects } = db.tables
  return db
    .select({ settings: projects.settings })
    .from(projects)
    .where(eq(projects.id, sql.placeholder('project')))
})

/** True if templates of the project are live only once they are published. */
export async function isPublishedByHand(db: Db, projectId: string): Promise<boolean> {
  const [row] = await selectSettings(db, { project: projectId })
  return row?.settings['publishing'] === 'by_hand'
}

/** Who has to approve a draft before it is published. */
export interface ApprovalPolicy {
  isRequired: boolean
  /** The level that approvers must have. */
  level: Exclude<Level, 'view'>
}

/** The policy of a project; approval is required only where templates are published by hand. */
export async function findApprovalPolicy(db: Db, projectId: string): Promise<ApprovalPolicy> {
  const settings = (await selectSettings(db, { project: projectId }))[0]?.settings ?? {}
  const level = approverLevels.find((each) => each === settings['approver_level']) ?? 'publish'
  return { isRequired: settings['publishing'] === 'by_hand' && settings['approval'] === 'required', level }
}

const approverLevels = ['comment', 'edit_text', 'edit', 'publish', 'manage'] as const

/** Templates of a project whose saves are live, in the order of their ids. */
export async function selectUnreleased(db: Db, projectId: string, limit: number): Promise<string[]> {
  const { templates } = db.tables
  const rows = await db
    .select({ id: templates.id })
    .from(templates)
    .where(and(eq(templates.projectId, projectId), isNull(templates.publishedRelease), eq(templates.isPublic, false)))
    .orderBy(templates.id)
    .limit(limit)
  return rows.map(({ id }) => id)
}

/** Makes every save of the project's templates live again; releases stay. Returns the scheduled ones, which it cancels. */
export async function clearPublished(
  db: Db,
  projectId: string,
): Promise<{ templateId: string; number: number | null }[]> {
  const { templates, templateReleases: releases } = db.tables
  const { id: templateId, scheduledRelease: number } = templates
  // Locked in the order of their ids, as everywhere.
  const scheduled = await lockRowsToChange(
    db,
    db
      .select({ templateId, number })
      .from(templates)
      .where(and(eq(templates.projectId, projectId), isNotNull(number)))
      .orderBy(templateId),
  )
  await db
    .update(releases)
    .set({ state: 'cancelled' })
    .where(
      and(
        eq(releases.state, 'scheduled'),
        inArray(
          releases.templateId,
          db.select({ id: templateId }).from(templates).where(eq(templates.projectId, projectId)),
        ),
      ),
    )
  await db
    .update(templates)
    .set({
      publishedRelease: null,
      publishedAt: null,
      draftDiffers: false,
      scheduledRelease: null,
      revision: sql`${templates.revision} + 1`,
    })
    .where(
      and(
        eq(templates.projectId, projectId),
        or(isNotNull(templates.publishedRelease), isNotNull(templates.scheduledRelease)),
      ),
    )
  return scheduled
}
