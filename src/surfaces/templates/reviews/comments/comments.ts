/** Comments on a template: on the whole email or a block, apart from or as part of a review. */
import { findNode } from '../../../../email/document/index.ts'
import { fail } from '../../../../kernel/errors/index.ts'
import { createId, isId } from '../../../../kernel/ids/index.ts'
import { limits } from '../../../../kernel/limits.ts'
import { recordAct } from '../../../../platform/audit/index.ts'
import { checkIfMatch, readCreatedPage } from '../../../../platform/http/index.ts'
import type { Caller } from '../../../../platform/identity/index.ts'
import type { Db } from '../../../../platform/storage/index.ts'
import {
  type ReviewRow,
  type TemplateRecord,
  authorize,
  findDocument,
  loadTemplate,
  selectReview,
  selectReviewedContent,
} from '../../template/index.ts'
import type { Comment, CommentPage, CreateComment, ListComments, UpdateComment } from './contract.ts'
import { type CommentRow, countComments, insertComment, selectComment, selectComments, updateComment } from './store.ts'

/** A page of the comments, the latest first by default. */
export async function listComments(db: Db, caller: Caller, id: string, query: ListComments): Promise<CommentPage> {
  await loadTemplate(db, caller, id)
  const { review_id: reviewId, node_id: nodeId, resolved } = query
  const { items, page } = await readCreatedPage(query, {
    key: ['comments', id, reviewId, nodeId, resolved],
    kind: 'comment',
    sort: '-created_at',
    read: (wanted) => selectComments(db, id, { reviewId, nodeId, resolved }, wanted),
  })
  return { data: items.map(present), page }
}

/** COMMENT_NOT_FOUND. */
export async function getComment(db: Db, caller: Caller, id: string, commentId: string): Promise<Comment> {
  await loadTemplate(db, caller, id)
  return present(await requireComment(db, id, commentId))
}

/** VALIDATION_FAILED for a block that the email does not have, REVIEW_NOT_FOUND, LIMIT_REACHED. */
export async function createComment(db: Db, caller: Caller, id: string, body: CreateComment): Promise<Comment> {
  const row = await authorize(db, caller, id, { needs: 'comment', editorOf: true })
  const { review_id: reviewId } = body
  const review =
    reviewId === undefined ? undefined : ((await selectReview(db, id, reviewId)) ?? fail('REVIEW_NOT_FOUND'))
  return addComment(db, caller, row, { body, review })
}

/** Adds a comment of an authorized author to a template that the transaction has locked. Fails like `createComment`. */
export async function addComment(
  db: Db,
  caller: Caller,
  row: TemplateRecord,
  { body, review }: { body: Pick<CreateComment, 'text' | 'node_id'>; review: ReviewRow | undefined },
): Promise<Comment> {
  const { actor } = caller
  if (body.node_id !== undefined) await requireNode(db, row, { nodeId: body.node_id, review })
  if ((await countComments(db, row.id)) >= limits.comments) {
    fail('LIMIT_REACHED', `A template is limited to ${limits.comments} comments.`)
  }
  if (actor.kind === 'reviewer' && (await countComments(db, row.id, actor.id)) >= limits.linkComments) {
    fail('LIMIT_REACHED', `A link is limited to ${limits.linkComments} comments.`)
  }
  const comment: CommentRow = {
    id: createId('comment'),
    templateId: row.id,
    reviewId: review?.id ?? null,
    nodeId: body.node_id ?? null,
    text: body.text.replaceAll(/\r\n?/g, '\n'),
    revision: review?.revision ?? row.revision,
    authorKind: actor.kind,
    authorId: actor.id,
    authorName: actor.name,
    createdAt: db.nowMs(),
    version: 1,
    resolvedAt: null,
    resolverKind: null,
    resolverId: null,
    resolverName: null,
  }
  await insertComment(db, comment)
  await recordAct(db, caller, ['template.commented', row.id], {
    comment_id: comment.id,
    ...(review === undefined ? {} : { review_id: review.id }),
  })
  return present(comment)
}

/** Resolves a comment or reopens it. COMMENT_NOT_FOUND. */
export async function resolveComment(
  db: Db,
  caller: Caller,
  {
    id,
    commentId,
    body,
    ifMatch,
  }: { id: string; commentId: string; body: UpdateComment; ifMatch?: string | undefined },
): Promise<Comment> {
  await authorize(db, caller, id, { needs: 'comment', editorOf: true })
  const comment = await requireComment(db, id, commentId)
  checkIfMatch(ifMatch, comment.version)
  if (body.resolved === (comment.resolvedAt !== null)) return present(comment)
  const { actor } = caller
  const change = {
    version: comment.version + 1,
    resolvedAt: body.resolved ? db.nowMs() : null,
    resolverKind: body.resolved ? actor.kind : null,
    resolverId: body.resolved ? actor.id : null,
    resolverName: body.resolved ? actor.name : null,
  }
  await updateComment(db, comment, change)
  await recordAct(db, caller, [`template.comment_${body.resolved ? 'resolved' : 'reopened'}`, id], {
    comment_id: comment.id,
  })
  return present({ ...comment, ...change })
}

async function requireComment(db: Db, id: string, commentId: string): Promise<CommentRow> {
  const row = isId('comment', commentId) ? await selectComment(db, id, commentId) : undefined
  return row ?? fail('COMMENT_NOT_FOUND')
}

async function requireNode(
  db: Db,
  row: TemplateRecord,
  { nodeId, review }: { nodeId: string; review: ReviewRow | undefined },
): Promise<void> {
  const reviewed = review && (await selectReviewedContent(db, review))
  const document = reviewed?.document ?? (await findDocument(db, row.projectId, row.id))
  if (document !== undefined && findNode(document, nodeId) !== undefined) return
  const message = 'The email has no block with this id; GET /templates/{id}/blocks lists them.'
  fail('VALIDATION_FAILED', { issues: [{ path: '/node_id', message }] })
}

function present(row: CommentRow): Comment {
  const { resolvedAt, resolverKind, resolverId, resolverName } = row
  return {
    id: row.id,
    template_id: row.templateId,
    ...(row.reviewId === null ? {} : { review_id: row.reviewId }),
    ...(row.nodeId === null ? {} : { node_id: row.nodeId }),
    text: row.text,
    revision: row.revision,
    author: { kind: row.authorKind, id: row.authorId, name: row.authorName },
    created_at: new Date(row.createdAt).toISOString(),
    version: row.version,
    resolved: resolvedAt !== null,
    ...(resolverKind === null || resolverId === null || resolverName === null
      ? {}
      : { resolved_by: { kind: resolverKind, id: resolverId, name: resolverName } }),
    ...(resolvedAt === null ? {} : { resolved_at: new Date(resolvedAt).toISOString() }),
  }
}
