/** Enqueues and reads pushes; push-handler.ts runs them. */
import { fail } from '../../../kernel/errors/index.ts'
import { createId, isId } from '../../../kernel/ids/index.ts'
import type { Caller } from '../../../platform/identity/index.ts'
import { enqueue } from '../../../platform/jobs/index.ts'
import type { Db } from '../../../platform/storage/index.ts'
import { checkUtm } from '../../exports/index.ts'
import { checkSendable, templateVisibility } from '../../templates/index.ts'
import { loadConnection } from '../accounts/accounts.ts'
import type { Push, PushTemplate, PushRequest } from './contract.ts'
import { pushJob } from './push-job.ts'
import * as rows from './store.ts'

/** Enqueues a push in the transaction of the request. CONNECTION_NOT_FOUND, TEMPLATE_NOT_FOUND, RELEASE_NOT_FOUND, NOT_PUBLISHED. */
export async function orderPush(
  db: Db,
  caller: Caller,
  connectionId: string,
  { template_id, version, locale, ...request }: PushTemplate,
): Promise<Push> {
  checkUtm(request.options)
  const connection = await loadConnection(db, caller, connectionId)
  // Retries push the same release, whatever is published meanwhile.
  const chosen = await checkSendable(db, caller, template_id, version)
  const now = db.nowMs()
  const id = createId('push', now)
  const jobId = await enqueue(db, pushJob, {
    payload: {
      pushId: id,
      connectionId: connection.id,
      templateId: template_id,
      ...(chosen === undefined ? {} : { version: chosen }),
      locale: locale ?? '',
      caller,
    },
    projectId: caller.projectId,
    // Pushes to one account run one after the other, so that two pushes of a template cannot create it twice.
    partition: connection.id,
  })
  const row: rows.PushRow = {
    id,
    projectId: caller.projectId,
    connectionId: connection.id,
    templateId: template_id,
    locale: locale ?? null,
    request: request satisfies PushRequest,
    status: 'queued',
    action: null,
    remoteId: null,
    warnings: [],
    error: null,
    jobId,
    nextAttemptAt: null,
    createdAt: now,
    completedAt: null,
  }
  await rows.insertPush(db, row)
  return presentPush(row)
}

/** CONNECTION_NOT_FOUND, or PUSH_NOT_FOUND, also if the caller may not see its template. */
export async function loadPush(db: Db, caller: Caller, { id, push }: { id: string; push: string }): Promise<Push> {
  const connection = await loadConnection(db, caller, id)
  const key = { connectionId: connection.id, id: push, visibility: await templateVisibility(db, caller) }
  const row = isId('push', push) ? await rows.selectPush(db, caller.projectId, key) : undefined
  return presentPush(row ?? fail('PUSH_NOT_FOUND'))
}

export function presentPush(row: rows.PushRow): Push {
  return {
    id: row.id,
    connection_id: row.connectionId,
    template_id: row.templateId,
    ...(row.locale === null ? {} : { locale: row.locale }),
    status: row.status as Push['status'],
    ...(row.action === null ? {} : { action: row.action as NonNullable<Push['action']> }),
    ...(row.remoteId === null ? {} : { remote_id: row.remoteId }),
    warnings: row.warnings as Push['warnings'],
    ...(row.error == null ? {} : { error: row.error as NonNullable<Push['error']> }),
    ...(row.nextAttemptAt === null ? {} : { next_attempt_at: new Date(row.nextAttemptAt).toISOString() }),
    job_id: row.jobId,
    created_at: new Date(row.createdAt).toISOString(),
    ...(row.completedAt === null ? {} : { completed_at: new Date(row.completedAt).toISOString() }),
  }
}
