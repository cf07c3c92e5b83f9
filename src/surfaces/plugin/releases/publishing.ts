/** Publishes the email of a session. Each function requires a transaction. */
import { ServiceError, fail } from '../../../kernel/errors/index.ts'
import { checkIfMatch, digestOf } from '../../../platform/http/index.ts'
import type { Caller } from '../../../platform/identity/index.ts'
import type { Db } from '../../../platform/storage/index.ts'
import {
  authorize,
  cancelRelease,
  cancelReview,
  decideReview,
  publishTemplate,
  releaseTag,
  requestReview,
  rollBackTemplate,
  unpublishTemplate,
} from '../../templates/index.ts'
import { type EmailChoice, requireTemplate } from '../content/email.ts'
import { presentRelease, readPublication } from '../publication/publication.ts'
import type {
  DecideApproval,
  PublishEmail,
  PublishedEmail,
  RequestApproval,
  RollBackEmail,
  UnpublishedEmail,
} from './contract.ts'

/**
 * Publishes the draft, or schedules it. REVISION_CONFLICT with `revision` if the draft has another one than the caller saw,
 * LOCKED while someone else edits it.
 */
export async function publishEmail(
  db: Db,
  caller: Caller,
  choice: EmailChoice,
  { note, publishAt, baseRevision }: PublishEmail,
): Promise<PublishedEmail> {
  const id = await requireTemplate(db, caller, choice)
  if (baseRevision !== undefined) {
    const { revision } = await authorize(db, caller, id, { needs: 'publish' })
    if (revision !== baseRevision) fail('REVISION_CONFLICT', { extra: { revision } })
  }
  const body = {
    ...(note === undefined ? {} : { note }),
    ...(publishAt === undefined ? {} : { publish_at: publishAt }),
  }
  const { release } = await publishTemplate(db, caller, { id, body }).catch(renamePublishAt)
  return { release: presentRelease(release), ...(await present(db, caller, choice, id)) }
}

// The member has the name of the plugin API here.
function renamePublishAt(error: unknown): never {
  const issues = error instanceof ServiceError ? error.context.issues : undefined
  if (issues?.[0]?.path !== '/publish_at') throw error
  fail('VALIDATION_FAILED', { issues: issues.map((issue) => ({ ...issue, path: '/publishAt' })) })
}

/** Publishes an earlier release again; the draft stays as it is. RELEASE_NOT_FOUND. */
export async function rollBackEmail(
  db: Db,
  caller: Caller,
  choice: EmailChoice,
  body: RollBackEmail,
): Promise<PublishedEmail> {
  const id = await requireTemplate(db, caller, choice)
  const { release } = await rollBackTemplate(db, caller, { id, body })
  return { release: presentRelease(release), ...(await present(db, caller, choice, id)) }
}

/** Takes the live release away, and a scheduled one. */
export async function unpublishEmail(db: Db, caller: Caller, choice: EmailChoice): Promise<UnpublishedEmail> {
  const id = await requireTemplate(db, caller, choice)
  await unpublishTemplate(db, caller, { id })
  return present(db, caller, choice, id)
}

/**
 * Cancels the release with the number, and returns its new revision. RELEASE_NOT_FOUND, RELEASE_NOT_SCHEDULED,
 * PRECONDITION_FAILED.
 */
export async function cancelSchedule(
  db: Db,
  caller: Caller,
  choice: EmailChoice,
  release: { number: string; ifMatch: string | undefined },
): Promise<{ email: UnpublishedEmail; revision: string }> {
  const id = await requireTemplate(db, caller, choice)
  const revision = releaseTag(await cancelRelease(db, caller, { id, ...release }))
  return { email: await present(db, caller, choice, id), revision }
}

/** Requests an approval of the draft, in place of a pending request. REVISION_CONFLICT and LOCKED like `publishEmail`. */
export async function requestApproval(
  db: Db,
  caller: Caller,
  choice: EmailChoice,
  { note, baseRevision }: RequestApproval,
): Promise<UnpublishedEmail> {
  const id = await requireTemplate(db, caller, choice)
  if (baseRevision !== undefined) {
    const { revision } = await authorize(db, caller, id, { needs: 'edit_text' })
    if (revision !== baseRevision) fail('REVISION_CONFLICT', { extra: { revision } })
  }
  await requestReview(db, caller, { id, body: note === undefined ? {} : { note } })
  return present(db, caller, choice, id)
}

/** Withdraws a request that is pending. REVIEW_NOT_FOUND, REVIEW_NOT_PENDING, PRECONDITION_FAILED. */
export async function withdrawRequest(
  db: Db,
  caller: Caller,
  choice: EmailChoice,
  { reviewId, ifMatch }: { reviewId: string; ifMatch: string | undefined },
): Promise<UnpublishedEmail> {
  const id = await requireTemplate(db, caller, choice)
  if (ifMatch !== undefined) checkIfMatch(ifMatch, publicationTag(await present(db, caller, choice, id)))
  await cancelReview(db, caller, { id, reviewId })
  return present(db, caller, choice, id)
}

/** Fails like `decideReview`. */
export async function decideApproval(
  db: Db,
  caller: Caller,
  choice: EmailChoice,
  decision: { state: 'approved' | 'rejected'; reviewId: string; body: DecideApproval },
): Promise<UnpublishedEmail> {
  const id = await requireTemplate(db, caller, choice)
  const { state, reviewId, body } = decision
  await decideReview(db, caller, state, { id, reviewId, body })
  return present(db, caller, choice, id)
}

/** The value of the ETag of a publication. */
export function publicationTag({ publication }: UnpublishedEmail): string {
  return digestOf(publication)
}

async function present(db: Db, caller: Caller, { emailId }: EmailChoice, id: string): Promise<UnpublishedEmail> {
  return { emailId, templateId: id, publication: await readPublication(db, caller, id) }
}
