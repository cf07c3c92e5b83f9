import {
  type FailureKind,
  type PushedEmail,
  PushFailure,
  type Pushed,
  type Cached,
  adapters,
  pushEmail,
} from '../../../email/push/index.ts'
import { ServiceError } from '../../../kernel/errors/index.ts'
import { limits } from '../../../kernel/limits.ts'
import { recordAct } from '../../../platform/audit/index.ts'
import { type Vault, requireCurrentCaller } from '../../../platform/identity/index.ts'
import type { Ended, Job, JobHandler, Outcome, RunContext, WorkerPool } from '../../../platform/jobs/index.ts'
import type { Send } from '../../../platform/net/index.ts'
import type { Db, Store } from '../../../platform/storage/index.ts'
import { type RenderDeps, type RenderedForTarget, createCollector, renderForTarget } from '../../exports/index.ts'
import { openAccount } from '../accounts/accounts.ts'
import type { PushOptions } from '../accounts/contract.ts'
import { type ConnectionRow, selectConnection } from '../accounts/store.ts'
import type { Push, PushRequest } from './contract.ts'
import { type PushOrder, pushJob } from './push-job.ts'
import { storeImages } from './store-images.ts'
import * as rows from './store.ts'
import { openApi } from './wire.ts'

export interface PushDeps extends Omit<RenderDeps, 'db' | 'workers'> {
  store: Store
  workers: WorkerPool
  vault: Pick<Vault, 'open'>
  send: Send
}

type PushError = NonNullable<Push['error']>
type Result = { pushed: Pushed; rendered: RenderedForTarget } | { error: PushError }

/** Runs pushes: renders the email, writes it to the provider, and stores the id of the remote template. */
export function pushHandler(parts: PushDeps): JobHandler<PushOrder, Result> {
  return {
    kind: pushJob,
    concurrency: limits.pushesInFlight,
    partitionConcurrency: 1,
    async run({ payload }, { requireLease, signal }): Promise<Outcome<Result>> {
      const { store } = parts
      const push = await store.tx((db) =>
        rows.updatePush(db, payload.pushId, { status: 'running', nextAttemptAt: null }),
      )
      const connection = await selectConnection(store.read, payload.caller.projectId, payload.connectionId)
      if (push === undefined || connection === undefined) return { done: { error: gone } }
      try {
        return { done: await pushOnce(parts, { connection, order: payload, push, requireLease, signal }) }
      } catch (error) {
        return outcomeOf(error)
      }
    },
    async settle(db, ended) {
      for (const each of ended) await settleOne(db, each)
    },
  }
}

const gone: PushError = {
  code: 'CONNECTION_NOT_FOUND',
  message: 'The connection was deleted before the push ran.',
}

interface PushRun extends Pick<RunContext, 'requireLease' | 'signal'> {
  connection: ConnectionRow
  order: PushOrder
  push: rows.PushRow
}

async function pushOnce(parts: PushDeps, { connection, order, push, requireLease, signal }: PushRun): Promise<Result> {
  const { send, store, vault } = parts
  const adapter = adapters.get(connection.provider)
  if (adapter === undefined) return { error: gone }
  const overrides = push.request as PushRequest
  const { images = 'link', ...options }: PushOptions = { ...(connection.options as PushOptions), ...overrides.options }
  const target = connection.target ?? adapter.target
  const { locale, templateId, version } = order
  // Each attempt uses the caller's current permissions: retries continue for an hour.
  const caller = await requireCurrentCaller(store.read, order.caller, 'exports')
  const partition = { kind: 'background', projectId: caller.projectId } as const
  const workers = parts.workers.forCaller({ partition, signal })
  const rendered = await renderForTarget({ ...parts, workers, db: store.read }, caller, {
    templateId,
    version,
    target,
    options,
    locale: locale === '' ? undefined : locale,
  })
  const account = openAccount(connection, vault)
  // Rendering takes time, and a process may be suspended: before each write, the run must still hold the lease of the job,
  // and the caller must still be authorized.
  const sendHeld: Send = async (request) => {
    if (request.method !== 'GET') {
      await store.tx(async (db) => {
        await requireLease(db)
        await requireCurrentCaller(db, order.caller, 'exports')
      })
    }
    return send(request)
  }
  const api = openApi(adapter, account, { send: sendHeld, baseUrl: connection.baseUrl, signal })
  const isEditable = options.editable === true
  if (images === 'upload') {
    const isStrict = options.strict === true
    const collect = createCollector(parts)
    const keeping = { adapter, api, account, connectionId: connection.id, store, collect, workers, signal, isStrict }
    const kept = await storeImages(rendered.email.html, keeping)
    rendered.email.html = kept.html
    rendered.warnings = [...stillPrivate(rendered, parts.cdnUrl), ...kept.warnings].slice(0, limits.exportWarnings)
  }
  const email: PushedEmail = {
    ...rendered.email,
    isEditable,
    name: overrides.name ?? (locale === '' ? rendered.name : `${rendered.name} (${locale})`),
    key: locale === '' ? templateId : `${templateId}-${locale}`,
    subject: rendered.email.subject === '' ? rendered.name : rendered.email.subject,
  }
  const key = { connectionId: connection.id, templateId, locale }
  const cached = await cache({ store, requireLease }, key, overrides.remote_id)
  const pushed = await pushEmail(adapter, api, { account, email, cached })
  const notice = adapter.notice
  if (notice !== undefined) rendered.warnings.push({ code: 'PUSH_NOT_PUBLISHED', message: notice })
  if (pushed.action === 'recreated') {
    const message = `The template of an earlier push no longer exists at ${adapter.name}; a new one was created.`
    rendered.warnings.push({ code: 'PUSH_RECREATED', message })
  }
  return { pushed, rendered }
}

// Once all images are hosted by the provider, the reachability of our CDN does not matter.
function stillPrivate({ email, warnings }: RenderedForTarget, cdnUrl: string): RenderedForTarget['warnings'] {
  return email.html.includes(cdnUrl) ? warnings : warnings.filter(({ code }) => code !== 'IMAGES_NOT_PUBLIC')
}

async function cache(
  { store, requireLease }: Pick<PushRun, 'requireLease'> & { store: Store },
  key: rows.LinkKey,
  chosen: string | undefined,
): Promise<Cached> {
  const link = await rows.selectLink(store.read, key)
  const save = (change: Parameters<typeof rows.saveLink>[2]) =>
    store.tx(async (db) => {
      await requireLease(db)
      await rows.saveLink(db, key, change)
    })
  return {
    remoteId: chosen ?? link?.remoteId ?? undefined,
    isChosen: chosen !== undefined,
    pendingSinceMs: link?.pendingSince ?? undefined,
    begin: () => save({ remoteId: null, pendingSince: store.read.nowMs() }),
    abandon: () => save({ pendingSince: null }),
    keep: (remoteId) => save({ remoteId, pendingSince: null }),
  }
}

/** Temporary failures are retried at the time that the provider names; all others end the job. */
function outcomeOf(error: unknown): Outcome<Result> {
  if (error instanceof ServiceError) {
    const { apiCode: code, context, message } = error
    const [issue] = context.issues ?? []
    const about = issue === undefined ? '' : `: ${[issue.path, issue.message].join(' ').trim()}`
    const detail = context.detail ?? message + about
    return { fail: detail, value: { error: { code, message: detail } } }
  }
  if (!(error instanceof PushFailure)) throw error
  const value = { error: errorOf(error) }
  const maxMs = limits.pushRetryMinutes * 60_000
  const { message, retryAfterMs } = error
  if (!error.isTransient || (retryAfterMs ?? 0) > maxMs) return { fail: message, value }
  return retryAfterMs === undefined ? { retry: message, value } : { retry: message, afterMs: retryAfterMs, value }
}

const later = 'Retries continue for about an hour. If they fail, push again.'

/** Remedies for failures, because the messages of providers rarely contain one. */
const remedies: Partial<Record<FailureKind, string>> = {
  unauthorized: 'Update the credentials of the connection.',
  forbidden: 'Grant the key the permissions that /docs/guide/push-providers lists, or use another key.',
  rate_limited: later,
  unavailable: later,
  unreachable: later,
  redirected: 'Set base_url of the connection to the URL of the API.',
}

function errorOf({ kind, message, status }: PushFailure): PushError {
  const code = `PROVIDER_${kind.toUpperCase()}`
  const remedy = remedies[kind]
  const said = remedy === undefined ? message : `${/[.!?]$/.test(message) ? message : `${message}.`} ${remedy}`
  return { code, message: said, ...(status === undefined ? {} : { status_code: status }) }
}

async function settleOne(db: Db, { isLast, job, nextRunAt, outcome }: Ended<PushOrder, Result>): Promise<void> {
  const result = 'done' in outcome ? outcome.done : 'value' in outcome ? outcome.value : undefined
  if (result !== undefined && 'pushed' in result) return settlePushed(db, job, result)
  const error: PushError = result?.error ?? { code: 'INTERNAL', message: 'Internal error.' }
  const state = isLast
    ? { status: 'failed', completedAt: db.nowMs(), nextAttemptAt: null }
    : { status: 'queued', nextAttemptAt: nextRunAt }
  await rows.updatePush(db, job.payload.pushId, { ...state, error })
}

async function settlePushed(
  db: Db,
  { payload }: Job<PushOrder>,
  { rendered, pushed }: Extract<Result, { pushed: Pushed }>,
): Promise<void> {
  const { caller, connectionId, locale, pushId, templateId } = payload
  const now = db.nowMs()
  const row = await rows.updatePush(db, pushId, {
    status: 'completed',
    action: pushed.action,
    remoteId: pushed.id,
    warnings: rendered.warnings,
    error: null,
    nextAttemptAt: null,
    completedAt: now,
  })
  if (row === undefined) return
  const seen = { remoteId: pushed.id, pushedRevision: rendered.revision, pushedAt: now }
  await rows.saveLink(db, { connectionId, templateId, locale }, seen)
  await recordAct(db, caller, ['template.pushed', templateId], {
    connection: connectionId,
    action: pushed.action,
    remote_id: pushed.id,
  })
}
