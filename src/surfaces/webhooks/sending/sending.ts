import type { EventType } from '../../../kernel/events/index.ts'
import { limits } from '../../../kernel/limits.ts'
import type { Vault } from '../../../platform/identity/index.ts'
import type { Job, JobHandler, Outcome, RunContext } from '../../../platform/jobs/index.ts'
import type { Log } from '../../../platform/log/index.ts'
import type { Metrics } from '../../../platform/metrics/index.ts'
import type { Send } from '../../../platform/net/index.ts'
import type { Store } from '../../../platform/storage/index.ts'
import { type Attempted, attempt, gone } from './attempt.ts'
import { type Deliver, deliverWebhook } from './deliver-webhook.ts'
import { createGate } from './admission.ts'
import { createGathering } from './gather.ts'
import { type Partitions, createPartitions } from './partitions.ts'
import { type Pace, type Ticket, createPace } from './pace.ts'
import { type Secrets, createSecrets } from './secrets.ts'
import { type Report, createSettling } from './settling.ts'
import { type Reservation, type SlotRequest, createSlots } from './slots.ts'
import { type DueDelivery, selectDue } from './store.ts'

export interface SendingDeps {
  store: Store
  vault: Pick<Vault, 'open'>
  send: Send
  log: Log
  metrics: Metrics
  version: string
  /** Maximum number of deliveries in flight in this process; `limits.webhooksInFlight` by default. */
  budget?: number
  /** Response timeout in milliseconds; `limits.webhookTimeoutSeconds` by default. */
  timeoutMs?: number
  /** Sends for paused webhooks too and leaves their pauses: this process paused them for all others, see `pauseWebhooks`. */
  ignoresPauses?: boolean
  /** Epoch milliseconds; the system clock by default. */
  nowMs?: () => number
}

type Due = Map<string, DueDelivery>

/** More concurrent requests slow each other down, unless the receivers are far away. */
const beginning = 16
const beginningMs = 25
/** Responses within this many milliseconds are written in one transaction, up to `gatherEnough` of them. */
const gatherMs = 40
const gatherEnough = 256
const testType: EventType = 'webhook.test'

/** Handler of `deliverWebhook`. Holds breakers, pace and unsealed secrets of this process. */
export function createSending(parts: SendingDeps): JobHandler<Deliver, Report, Due> {
  const budget = parts.budget ?? limits.webhooksInFlight
  const pace = createPace({ budget })
  const partitions = createPartitions(pace)
  const gate = createGate({ places: beginning, holdMs: beginningMs })
  const sender: Sender = {
    ...parts,
    pace,
    partitions,
    begin: gate.pass,
    gathered: createGathering({ maxMs: gatherMs, enough: gatherEnough, isBusy: gate.isBusy }),
    secrets: createSecrets(parts.vault),
    reserve: createSlots(parts.store),
    timeoutMs: parts.timeoutMs ?? limits.webhookTimeoutSeconds * 1000,
    userAgent: `svc-webhooks/${parts.version}`,
  }
  parts.metrics.gauge('svc_webhooks_in_flight', 'Webhook deliveries waiting for a response.', pace.inFlight)
  return {
    kind: deliverWebhook,
    concurrency: budget,
    partitionConcurrency: limits.webhookConcurrency,
    ignoresPauses: parts.ignoresPauses ?? false,
    prepare: (jobs) =>
      selectDue(
        parts.store.read,
        jobs.map(({ payload }) => payload.deliveryId),
      ),
    run: (job, context) => deliver(sender, job, context),
    settle: createSettling({ ...parts, partitions }),
  }
}

interface Sender {
  begin: (partition: string) => Promise<() => void>
  gathered: () => Promise<void> | undefined
  send: Send
  pace: Pace
  partitions: Partitions
  secrets: Secrets
  reserve: (request: SlotRequest) => Promise<Reservation>
  timeoutMs: number
  userAgent: string
}

async function deliver(sender: Sender, job: Job<Deliver>, context: RunContext<Due>): Promise<Outcome<Report>> {
  const { deliveryId, trigger } = job.payload
  const due = context.prepared.get(deliveryId)
  // The delivery was deleted with its webhook, or a manual retry has succeeded.
  if (due === undefined || (due.status === 'succeeded' && trigger !== 'retry')) return { done: { kind: 'nothing' } }
  // The owner may have lost access to the template since, or the webhook may have another owner. Tests are sent to disabled
  // webhooks too, because users want to know if one would arrive.
  if (due.isHidden) return { done: { kind: 'skipped' } }
  if (due.body === null || !(due.isEnabled || due.type === testType)) return { done: { kind: 'skipped' } }
  const refusal = refuse(sender, due, context.nowMs())
  if (refusal !== undefined) return refusal
  const entering = sender.pace.enter(due.webhookId)
  const entry = entering instanceof Promise ? await entering : entering
  if ('comeBackMs' in entry) {
    if (entry.isFull) sender.partitions.pauseUntil(due.webhookId, context.nowMs() + entry.comeBackMs)
    return { snooze: entry.comeBackMs, value: { kind: 'held' } }
  }
  const late = await awaitSlot(sender, due, { context, ticket: entry })
  if (late !== undefined) return late
  // The state may have changed while it waited.
  const lateRefusal = refuse(sender, due, context.nowMs())
  if (lateRefusal !== undefined) {
    entry.giveBack()
    return lateRefusal
  }
  return sendNow(sender, { job, context, due, body: due.body, ticket: entry })
}

/** Waits for a slot of the rate. The outcome of a delivery that gets none now; undefined if it may be sent. */
async function awaitSlot(
  { partitions, reserve }: Sender,
  { rate, webhookId }: DueDelivery,
  { context, ticket }: { context: RunContext<Due>; ticket: Ticket },
): Promise<Outcome<Report> | undefined> {
  if (rate === null) return undefined
  const reservation = await reserve({ webhookId, rate, nowMs: context.nowMs() }).catch((error: unknown) => {
    ticket.giveBack()
    throw error
  })
  // Without a pause, deliveries would be claimed and put back until then.
  partitions.pauseUntil(webhookId, reservation.freeAt)
  if ('waitMs' in reservation) {
    await wait(reservation.waitMs, context.signal)
    if (!context.signal.aborted) return undefined
  }
  ticket.giveBack()
  return { snooze: 'comeBackMs' in reservation ? reservation.comeBackMs : 0, value: { kind: 'held' } }
}

/** Resolves after `ms` or when the signal aborts. */
function wait(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (ms <= 0 || signal.aborted) return resolve()
    const end = () => {
      clearTimeout(timer)
      signal.removeEventListener('abort', end)
      resolve()
    }
    const timer = setTimeout(end, ms)
    signal.addEventListener('abort', end)
  })
}

/** The outcome of a delivery that must not be sent now; undefined if it may be sent. */
function refuse(
  { partitions }: Sender,
  { webhookId, revision }: DueDelivery,
  nowMs: number,
): Outcome<Report> | undefined {
  const waitMs = partitions.waitMs({ id: webhookId, revision }, nowMs)
  if (waitMs === undefined) return { done: { kind: 'skipped' } }
  return waitMs === 0 ? undefined : { snooze: waitMs, value: { kind: 'held' } }
}

interface Sending {
  job: Job<Deliver>
  context: RunContext<Due>
  due: DueDelivery
  body: string
  ticket: Ticket
}

async function sendNow(sender: Sender, { job, context, due, body, ticket }: Sending): Promise<Outcome<Report>> {
  let attempted: Attempted | undefined
  const { send, timeoutMs, userAgent } = sender
  const leave = await sender.begin(due.webhookId)
  try {
    attempted = await attempt(
      { send, timeoutMs, userAgent, nowMs: context.nowMs, signal: context.signal },
      {
        url: due.url,
        eventId: due.eventId,
        deliveryId: due.id,
        attempt: due.attemptCount + 1,
        body,
        keys: sender.secrets.keysOf({ ...due, id: due.webhookId }, context.nowMs()),
        headers: sender.secrets.headersOf({ ...due, id: due.webhookId }),
      },
    )
  } finally {
    leave()
    ticket.leave()
  }
  if (attempted === undefined) return { snooze: 0, value: { kind: 'held' } }
  const subscription = { id: due.webhookId, revision: due.revision }
  sender.partitions.record(subscription, { at: context.nowMs(), isFailure: attempted.failure !== undefined })
  if (attempted.statusCode === gone) sender.partitions.close(subscription)
  await sender.gathered()
  return outcomeOf(job, { kind: 'attempted', attempted, due })
}

/** Failures of receivers never make a job dead: they are in the delivery log, and dead jobs are internal errors. */
function outcomeOf(job: Job<Deliver>, report: Extract<Report, { kind: 'attempted' }>): Outcome<Report> {
  const { failure, statusCode, requestedDelayMs } = report.attempted
  const isOver = failure === undefined || statusCode === gone || job.payload.trigger === 'retry'
  if (isOver || job.attempt >= job.maxAttempts) return { done: report }
  return { retry: failure, value: report, ...(requestedDelayMs === undefined ? {} : { afterMs: requestedDelayMs }) }
}
