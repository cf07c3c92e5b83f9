import type { Kit } from '../kit.ts'
import type { projects } from './identity.ts'
import type { templates } from './templates.ts'

/** Requested reviews of a draft. Each is about one exact content, stored in `release_contents`. */
export const templateReviews = (k: Kit, template: ReturnType<typeof templates>) =>
  k.table(
    'template_reviews',
    {
      id: k.text('id').primaryKey(),
      templateId: k
        .text('template_id')
        .notNull()
        .references(() => template.id, { onDelete: 'cascade' }),
      state: k.text<'pending' | 'approved' | 'rejected' | 'revoked' | 'cancelled'>('state').notNull(),
      /** Incremented by every change of the review; used by ETag and If-Match. */
      version: k.int('version').notNull(),
      /** The revision of the draft when the review was requested. */
      revision: k.int('revision').notNull(),
      /** Key of the reviewed content in release_contents. */
      contentKey: k.text('content_key').notNull(),
      note: k.text('note'),
      requesterKind: k.text('requester_kind').notNull(),
      requesterId: k.text('requester_id').notNull(),
      requesterName: k.text('requester_name').notNull(),
      createdAt: k.big('created_at').notNull(),
      /** Who approved, rejected, revoked or cancelled it. */
      deciderKind: k.text('decider_kind'),
      deciderId: k.text('decider_id'),
      deciderName: k.text('decider_name'),
      decisionNote: k.text('decision_note'),
      decidedAt: k.big('decided_at'),
    },
    (t) => [k.index('template_reviews_template').on(t.templateId, t.contentKey)],
  )

/** Links to the latest review of a template, for reviewers without an account. The token is stored as a hash. */
export const reviewLinks = (k: Kit, project: ReturnType<typeof projects>, template: ReturnType<typeof templates>) =>
  k.table(
    'review_links',
    {
      id: k.text('id').primaryKey(),
      templateId: k
        .text('template_id')
        .notNull()
        .references(() => template.id, { onDelete: 'cascade' }),
      projectId: k
        .text('project_id')
        .notNull()
        .references(() => project.id, { onDelete: 'cascade' }),
      companyId: k.text('company_id').notNull(),
      /** Name of the reviewer. */
      name: k.text('name').notNull(),
      email: k.text('email'),
      tokenHash: k.text('token_hash').notNull(),
      mayApprove: k.bool('may_approve').notNull(),
      /** The link can do no more than its creator may do. */
      creatorKind: k.text<'api_key' | 'user' | 'plugin_user'>('creator_kind').notNull(),
      creatorId: k.text('creator_id').notNull(),
      creatorName: k.text('creator_name').notNull(),
      createdAt: k.big('created_at').notNull(),
      expiresAt: k.big('expires_at').notNull(),
      revokedAt: k.big('revoked_at'),
      /** First time that the page was opened. */
      openedAt: k.big('opened_at'),
    },
    (t) => [
      k.uniqueIndex('review_links_token').on(t.tokenHash),
      k.index('review_links_template').on(t.templateId),
      k.index('review_links_project').on(t.projectId),
    ],
  )

/** Comments on a template, on one of its blocks or on a review of it. */
export const templateComments = (
  k: Kit,
  template: ReturnType<typeof templates>,
  review: ReturnType<typeof templateReviews>,
) =>
  k.table(
    'template_comments',
    {
      id: k.text('id').primaryKey(),
      templateId: k
        .text('template_id')
        .notNull()
        .references(() => template.id, { onDelete: 'cascade' }),
      reviewId: k.text('review_id').references(() => review.id, { onDelete: 'set null' }),
      nodeId: k.text('node_id'),
      text: k.text('text').notNull(),
      /** The revision of the draft that the author commented on. */
      revision: k.int('revision').notNull(),
      authorKind: k.text('author_kind').notNull(),
      authorId: k.text('author_id').notNull(),
      authorName: k.text('author_name').notNull(),
      createdAt: k.big('created_at').notNull(),
      version: k.int('version').notNull(),
      resolvedAt: k.big('resolved_at'),
      resolverKind: k.text('resolver_kind'),
      resolverId: k.text('resolver_id'),
      resolverName: k.text('resolver_name'),
    },
    (t) => [k.index('template_comments_template').on(t.templateId), k.index('template_comments_review').on(t.reviewId)],
  )
