import type { EmailDocument, Operation } from '../../engines/document/index.ts'
import { limits } from '../../kernel/limits.ts'
import type { AppliedOperations } from '../bridge/index.ts'
import type { Editor } from '../state/index.ts'
import { type Trouble, troubleOf } from './trouble.ts'
import type { Shelf } from './shelf.ts'

/** The document as the service has it. */
export interface Base {
  revision: number
  document: EmailDocument
}

export interface SaverParts {
  editor: Editor
  base: Base
  /** What is here already and the service does not have; it goes with the first change, and never alone. */
  ahead?: readonly Operation[]
  shelf: Shelf
  /** Runs something after so many ms; answers how to call it off. */
  later?: (run: () => void, ms: number) => () => void
  now?: () => Date
  /** Somebody else holds the lock, or took it. */
  onLocked?: () => void
  /** A save failed that is not a repetition of one that did. */
  onFailure?: (error: unknown) => void
}

/** Sends what is done, and knows what was. */
export interface Saver {
  readonly base: Base
  readonly pending: number
  /** The document that both sides of a conflict began with; undefined without one. */
  readonly ancestor: EmailDocument | undefined
  /** Sends what there is now; resolves when nothing is left to send, or nothing can be. */
  flush(): Promise<void>
  /** Ends a conflict: with what this window shows, with what others saved, or with what was made of both. */
  settle(with_: 'mine' | 'theirs' | EmailDocument): Promise<void>
  /** The service has what this window shows. */
  confirm(base: Base): void
  /** Takes over a state that the service has, such as a version restored. */
  adopt(base: Base): void
  stop(): void
}

/** Quiet after the last change before it is sent, and the longest that changes wait, in ms. */
const [quietMs, longestMs] = [800, 4000]
/** Waiting before the next try, in ms: twice as long each time. */
const [firstRetryMs, lastRetryMs] = [1000, 30_000]

const savers = new WeakMap<Editor, Saver>()

/** Who saves for an editor. */
export function saverOf(editor: Editor): Saver | undefined {
  return savers.get(editor)
}

/** Begins to save what is done in an editor. */
export function createSaver({
  editor,
  shelf,
  later = laterByClock,
  now = () => new Date(),
  ...parts
}: SaverParts): Saver {
  let base = parts.base
  /** What the service has not seen, oldest first. */
  let waiting: Operation[] = []
  let ahead = parts.ahead ?? []
  let sending: Operation[] = []
  let running: Promise<void> | undefined
  let callOff: (() => void) | undefined
  let ancestor: EmailDocument | undefined
  let waitingSince = 0
  let tries = 0

  const count = () => sending.length + waiting.length

  function plan(ms: number): void {
    callOff?.()
    callOff = later(() => void flush(), ms)
  }

  const stopObserving = editor.observe(({ operations, source }) => {
    if (source === 'received') return
    if (waiting.length === 0) waitingSince = now().getTime()
    waiting = joined([...ahead, ...waiting], operations)
    ahead = []
    const { kind } = editor.saving.peek()
    if (kind === 'conflict') return
    if (kind === 'offline' || kind === 'signedOut' || kind === 'failed') return tell(kind)
    editor.saving.value = { kind: 'unsaved', changes: count() }
    plan(Math.max(0, Math.min(quietMs, waitingSince + longestMs - now().getTime())))
  })

  function tell(kind: 'offline' | 'signedOut' | 'conflict' | 'failed', message = ''): void {
    editor.saving.value = kind === 'failed' ? { kind, changes: count(), message } : { kind, changes: count() }
    shelf.write({ revision: base.revision, operations: [...sending, ...waiting] })
  }

  function flush(): Promise<void> {
    callOff?.()
    running ??= sendAll().finally(() => (running = undefined))
    return running
  }

  async function sendAll(): Promise<void> {
    while (waiting.length > 0 && editor.saving.peek().kind !== 'conflict') {
      sending = waiting.slice(0, limits.operations)
      waiting = waiting.slice(sending.length)
      editor.saving.value = { kind: 'saving', changes: count() }
      try {
        const applied = await editor.api.applyOperations({ baseRevision: base.revision, operations: sending })
        await takeIn(applied)
        tries = 0
      } catch (error) {
        waiting = [...sending, ...waiting]
        sending = []
        if (tries === 0) parts.onFailure?.(error)
        return handle(troubleOf(error))
      }
    }
    if (count() > 0) return
    shelf.write(undefined)
    editor.saving.value = { kind: 'saved', at: now() }
  }

  /** What was sent is saved; what others did meanwhile comes in below what is still waiting. */
  async function takeIn({ revision, operations, operationsSince }: AppliedOperations): Promise<void> {
    const { applyOperations, blockTypes, rebaseOperations } = await import('./rebase.ts')
    const applied = applyOperations(base.document, [...operationsSince, ...operations], blockTypes)
    if ('issues' in applied) return reload()
    const local = [...sending, ...waiting]
    if (operationsSince.length > 0) {
      const rebased = rebaseOperations({ base: base.document, since: operationsSince, operations: local }, blockTypes)
      if (!('operations' in rebased)) return conflict(revision, applied.document)
      waiting = rebased.operations.slice(operations.length)
      editor.receive(rebased.document, { isFitted: true })
    }
    sending = []
    base = { revision, document: applied.document }
  }

  async function reload(): Promise<void> {
    const { document, revision } = await editor.api.getDocument()
    base = { document, revision }
    sending = []
    waiting = []
    editor.receive(document)
  }

  function conflict(revision: number, document: EmailDocument): void {
    ancestor ??= base.document
    base = { revision, document }
    sending = []
    tell('conflict')
  }

  async function handle(trouble: Trouble): Promise<void> {
    switch (trouble.kind) {
      case 'conflict': {
        const { document, revision } = await editor.api.getDocument()
        conflict(revision, document)
        editor.open.value = 'conflict'
        return
      }
      case 'locked':
        tell('failed', trouble.message)
        parts.onLocked?.()
        return
      case 'offline':
      case 'signedOut':
        tell(trouble.kind)
        break
      default:
        tell('failed', trouble.message)
        if (!trouble.passes) return
    }
    tries++
    plan(trouble.retryMs ?? Math.min(lastRetryMs, firstRetryMs * 2 ** (tries - 1)))
  }

  const online = () => void flush()
  globalThis.addEventListener?.('online', online)

  const saver: Saver = {
    get base() {
      return base
    },
    get pending() {
      return count()
    },
    get ancestor() {
      return ancestor
    },
    flush,
    async settle(choice) {
      const { operationsBetween } = await import('./rebase.ts')
      const settled = choice === 'mine' ? editor.document.peek() : choice === 'theirs' ? base.document : choice
      waiting = operationsBetween(base.document, settled)
      ancestor = undefined
      if (choice !== 'mine') editor.receive(settled)
      editor.saving.value = { kind: 'unsaved', changes: count() }
      shelf.write(undefined)
      await flush()
    },
    confirm(confirmed) {
      base = confirmed
      ahead = []
      if (count() === 0) editor.saving.value = { kind: 'saved', at: now() }
    },
    adopt(taken) {
      base = taken
      ahead = []
      ancestor = undefined
      waiting = []
      sending = []
      shelf.write(undefined)
      editor.receive(taken.document)
      editor.saving.value = { kind: 'saved', at: now() }
    },
    stop() {
      callOff?.()
      stopObserving()
      globalThis.removeEventListener?.('online', online)
      savers.delete(editor)
    },
  }
  savers.set(editor, saver)
  return saver
}

// Letters typed one by one are one value by the time it is sent.
function joined(waiting: readonly Operation[], operations: readonly Operation[]): Operation[] {
  const last = waiting.at(-1)
  const [next] = operations
  if (operations.length !== 1 || last?.op !== 'set' || next?.op !== 'set' || last.id !== next.id) {
    return [...waiting, ...operations]
  }
  return [...waiting.slice(0, -1), { op: 'set', id: next.id, props: { ...last.props, ...next.props } }]
}

function laterByClock(run: () => void, ms: number): () => void {
  const timer = setTimeout(run, ms)
  return () => clearTimeout(timer)
}
