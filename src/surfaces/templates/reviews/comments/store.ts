/** The SQL of comments. Its callers have loaded or authorized the template. */
import { and, count, eq, isNotNull, isNull } from 'drizzle-orm'
import { type Db, type IdPage, type Tables, inOrder, isInIdPage } from '../../../../platform/storage/index.ts'

export type CommentRow = Tables['templateComments']['$inferSelect']

export interface CommentFilter {
  reviewId?: string | undefined
  nodeId?: string | undefined
  resolved?: boolean | undefined
}

function matching({ templateComments: comments }: Tables, templateId: string, filter: CommentFilter) {
  const { reviewId, nodeId, resolved } = filter
  return and(
    eq(comments.templateId, templateId),
    reviewId === undefined ? undefined : eq(comments.reviewId, reviewId),
    nodeId === undefined ? undefined : eq(comments.nodeId, nodeId),
    resolved === undefined ? undefined : (resolved ? isNotNull : isNull)(comments.resolvedAt),
  )
}

/** The latest first, those before an id. */
export function selectComments(
  db: Db,
  templateId: string,
  filter: CommentFilter,
  { limit, ...page }: IdPage,
): Promise<CommentRow[]> {
  const { templateComments: comments } = db.tables
  return db
    .select()
    .from(comments)
    .where(and(matching(db.tables, templateId, filter), isInIdPage(comments.id, page)))
    .orderBy(...inOrder([comments.id], page))
    .limit(limit)
}

/** One comment on a template. */
export async function selectComment(db: Db, templateId: string, id: string): Promise<CommentRow | undefined> {
  const { templateComments: comments } = db.tables
  const [row] = await db
    .select()
    .from(comments)
    .where(and(eq(comments.templateId, templateId), eq(comments.id, id)))
  return row
}

/** Comments on a template, or of one of their authors. */
export async function countComments(db: Db, templateId: string, authorId?: string): Promise<number> {
  const { templateComments: comments } = db.tables
  const [row] = await db
    .select({ total: count() })
    .from(comments)
    .where(
      and(eq(comments.templateId, templateId), authorId === undefined ? undefined : eq(comments.authorId, authorId)),
    )
  return row?.total ?? 0
}

export async function insertComment(db: Db, row: CommentRow): Promise<void> {
  await db.insert(db.tables.templateComments).values(row)
}

/** Changes a comment on a template that the transaction has locked. */
export async function updateComment(
  db: Db,
  { templateId, id }: Pick<CommentRow, 'templateId' | 'id'>,
  change: Partial<CommentRow>,
): Promise<void> {
  const { templateComments: comments } = db.tables
  await db
    .update(comments)
    .set(change)
    .where(and(eq(comments.templateId, templateId), eq(comments.id, id)))
}
