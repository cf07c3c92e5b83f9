/** The SQL of reviews. Its callers have loaded or authorized the template. */
import { and, desc, eq, inArray, notInArray, sql } from 'drizzle-orm'
import { type Db, type IdPage, type Tables, inOrder, isInIdPage } from '../../../../platform/storage/index.ts'
import type { ReleaseContent } from '../releases/content.ts'

export type ReviewRow = Tables['templateReviews']['$inferSelect']

/** One review of a template. */
export async function selectReview(db: Db, templateId: string, id: string): Promise<ReviewRow | undefined> {
  const { templateReviews: reviews } = db.tables
  const [row] = await db
    .select()
    .from(reviews)
    .where(and(eq(reviews.templateId, templateId), eq(reviews.id, id)))
  return row
}

/** Reviews of a template, the latest first unless `descending` is false, those behind an id in that order. */
export function selectReviews(
  db: Db,
  templateId: string,
  {
    descending = true,
    limit,
    states,
    ...range
  }: Partial<IdPage> & { limit: number; states?: ReviewRow['state'][] | undefined },
): Promise<ReviewRow[]> {
  const { templateReviews: reviews } = db.tables
  return db
    .select()
    .from(reviews)
    .where(
      and(
        eq(reviews.templateId, templateId),
        isInIdPage(reviews.id, { ...range, descending }),
        states === undefined ? undefined : inArray(reviews.state, states),
      ),
    )
    .orderBy(...inOrder([reviews.id], { descending }))
    .limit(limit)
}

/** The latest decision on a content: approved, rejected or revoked. */
export async function selectDecision(db: Db, templateId: string, contentKey: string): Promise<ReviewRow | undefined> {
  const { templateReviews: reviews } = db.tables
  const [row] = await db
    .select()
    .from(reviews)
    .where(
      and(
        eq(reviews.templateId, templateId),
        eq(reviews.contentKey, contentKey),
        inArray(reviews.state, ['approved', 'rejected', 'revoked']),
      ),
    )
    .orderBy(desc(reviews.decidedAt), desc(reviews.id))
    .limit(1)
  return row
}

export async function insertReview(db: Db, row: ReviewRow): Promise<void> {
  await db.insert(db.tables.templateReviews).values(row)
}

/** Changes a review of a template that the transaction has locked. */
export async function updateReview(
  db: Db,
  { templateId, id }: Pick<ReviewRow, 'templateId' | 'id'>,
  change: Pick<ReviewRow, 'state' | 'version'> & Partial<ReviewRow>,
): Promise<void> {
  const { templateReviews: reviews } = db.tables
  await db
    .update(reviews)
    .set(change)
    .where(and(eq(reviews.templateId, templateId), eq(reviews.id, id)))
}

/** Numbers of the releases that these reviews approved and that are or were live, by review. */
export async function selectReleasesOf(
  db: Db,
  templateId: string,
  reviewIds: readonly string[],
): Promise<Map<string, number>> {
  if (reviewIds.length === 0) return new Map()
  const { templateReleases: releases } = db.tables
  const rows = await db
    .select({ reviewId: releases.reviewId, number: releases.number })
    .from(releases)
    .where(
      and(
        eq(releases.templateId, templateId),
        inArray(releases.reviewId, [...reviewIds]),
        eq(releases.state, 'published'),
      ),
    )
    .orderBy(desc(releases.number))
  return new Map(rows.map(({ reviewId, number }) => [reviewId ?? '', number]))
}

/** The content that a review is about; undefined for an old review whose content was neither approved nor published. */
export async function selectReviewedContent(
  db: Db,
  { templateId, contentKey }: Pick<ReviewRow, 'templateId' | 'contentKey'>,
): Promise<ReleaseContent | undefined> {
  const { releaseContents: contents } = db.tables
  const [row] = await db
    .select({ content: contents.content })
    .from(contents)
    .where(and(eq(contents.templateId, templateId), eq(contents.key, contentKey)))
  return row?.content as ReleaseContent | undefined
}

/** Deletes contents of a template that no release contains and that were only cancelled, revoked or rejected. */
export async function deleteUnusedContents(db: Db, templateId: string, latestReviewId: string): Promise<void> {
  const { releaseContents: contents, templateReleases: releases, templateReviews: reviews } = db.tables
  const released = db.select({ key: releases.contentKey }).from(releases).where(eq(releases.templateId, templateId))
  const reviewed = db
    .select({ key: reviews.contentKey })
    .from(reviews)
    .where(
      and(
        eq(reviews.templateId, templateId),
        sql`(${reviews.state} in ('pending', 'approved') or ${reviews.id} = ${latestReviewId})`,
      ),
    )
  await db
    .delete(contents)
    .where(
      and(eq(contents.templateId, templateId), notInArray(contents.key, released), notInArray(contents.key, reviewed)),
    )
}
