import { limits } from '../../../kernel/limits.ts'
import type { Delivery, InboundMessage, RecipientKind } from '../../../platform/inbound/index.ts'
import { Semaphore } from '../../../platform/net/index.ts'
import { underLocks } from '../../../platform/storage/index.ts'
import type { PreflightDeps } from './deps.ts'
import { type CheckedMessage, readMessage } from './message.ts'
import { resultOf } from './preflights.ts'
import { inletPrefix } from './present.ts'
import { type CheckOptions, runChecks } from './run-checks.ts'
import { type PreflightRow, lockPreflight, selectByToken, updatePreflight } from './store.ts'

const used: Delivery = { status: 'refused', reason: 'This email address accepts one message, which it has received.' }

/** The one-time email addresses of preflights. Each accepts one message; the sender may repeat it. */
export function preflightRecipients(deps: PreflightDeps): RecipientKind {
  const semaphore = new Semaphore(limits.inboundAtOnce)
  return {
    name: 'amp',
    prefix: inletPrefix,
    async find(token) {
      const row = await selectByToken(deps.store.read, token)
      if (row === undefined || (row.acceptsUntil ?? 0) <= deps.store.read.nowMs()) return undefined
      return { deliver: (message) => semaphore.run(() => receive(deps, row, message)) }
    },
  }
}

async function receive(deps: PreflightDeps, row: PreflightRow, received: InboundMessage): Promise<Delivery> {
  const messageHash = deps.hash(received.bytes)
  const known = await selectByToken(deps.store.read, row.token ?? '')
  if (known?.status === 'completed') return known.messageHash === messageHash ? { status: 'stored' } : used
  if (received.bytes.length > limits.ampMessageBytes)
    return { status: 'refused', reason: `The message exceeds ${limits.ampMessageBytes} bytes.` }
  let message: CheckedMessage
  try {
    message = await readMessage(received.bytes)
  } catch (error) {
    const reason = error instanceof Error ? error.message.slice(0, 200) : 'unknown'
    return { status: 'refused', reason: `The message cannot be parsed: ${reason}` }
  }
  const outcome = await runChecks(deps, {
    message,
    options: row.options as CheckOptions,
    reception: received,
    work: { partition: { kind: 'background', projectId: row.projectId } },
  })
  return deps.store.tx(async (db): Promise<Delivery> => {
    const now = await lockPreflight(db, row.projectId, row.id)
    if (now === undefined) return { status: 'refused', reason: 'The preflight was deleted.' }
    // Another message may have arrived while this one was checked.
    if (now.status === 'completed') return now.messageHash === messageHash ? { status: 'stored' } : used
    const change = { ...resultOf(db, message, outcome), messageHash }
    await updatePreflight(db, row, change)
    await deps.noteVerdict(db, { ...now, ...change })
    return { status: 'stored' }
  }, underLocks)
}
