import type { EmailDocument, Operation } from '../../email/document/index.ts'
import type { ApiDocument, AppliedOperations, EarlierEdit } from '../bridge/index.ts'
import type { Editor } from '../state/index.ts'
import { type SentOperations, createQueue, requestOf } from './queue.ts'
import type { KeptEdit, KeptEdits, OfflineStore } from './offline-store.ts'
import { type SaveFailure, classifyFailure } from './save-failure.ts'

/** The document of the service and its revision. */
export interface Base {
  revision: number
  document: EmailDocument
}

export interface SaverDeps {
  editor: Editor
  base: Base
  /** Operations that the service does not have yet; sent with the first change, never alone. */
  ahead?: readonly Operation[]
  store: OfflineStore
  /** Number of operations of an earlier window that are not restored yet; default 0. */
  waiting?: () => number
  /** Runs a function after some ms; returns a function that cancels it. */
  later?: (run: () => void, ms: number) => () => void
  now?: () => Date
  /** Another session holds the lock or took it over. */
  onLocked?: () => void
  /** A save failed; not called for retries. */
  onFailure?: (error: unknown) => void
  /** Confirms an autosave; `savedAt` is ISO 8601. */
  onSaved?: (savedAt: string) => void
  /** The service rejected a change because the user's access level has changed. */
  onAccess?: (access: ApiDocument['access']) => void
}

/** Sends changes and tracks their confirmation. */
export interface Saver {
  readonly base: Base
  readonly pending: number
  /** The common ancestor of a conflict; undefined without one. */
  readonly ancestor: EmailDocument | undefined
  /** Sends pending changes; resolves when nothing more can be sent. `isQuiet`: part of a save that reports itself. */
  flush(options?: { isQuiet?: boolean }): Promise<void>
  /** Resolves a conflict with this window's document, the one of others, or a merged one. */
  settle(with_: 'mine' | 'theirs' | EmailDocument): Promise<void>
  /** Discards unsaved changes and shows the document of the service. */
  discard(): Promise<void>
  /** Applies edits that an earlier window could not save, and sends them. Rejects if loading fails. */
  restore(kept: KeptEdits): Promise<void>
  /** On `pagehide`: stores pending changes and sends them without waiting for a response. */
  leave(): void
  /**
   * Saves the whole document after pending changes, while nothing else is sent. `send` receives the requests that it
   * includes and returns the new state of the service; later changes are sent afterwards. Rejects as `send` does.
   */
  saveWhole<Saved extends Base>(send: (previous: EarlierEdit[]) => Promise<Saved>): Promise<Saved>
  /** The service has the document of the base as a later revision, for example because it was published. */
  passRevision(revision: number): void
  /**
   * Adopts a document that the service already has, such as a restored version. `isRebased`: others changed it, so own
   * steps can still be undone.
   */
  adopt(base: Base, options?: { isRebased?: boolean }): void
  stop(): void
}

/** Pause after the last change before sending, and the maximum delay, in ms. */
const [quietMs, maxMs] = [800, 4000]
/** First and longest pause before a retry, in ms; doubled each time. */
const [firstRetryMs, lastRetryMs] = [1000, 30_000]
/** Limit of keepalive requests in bytes; browsers allow 64 KiB for all requests of a page. */
const partingBytes = 56 * 1024
/** Maximum halvings of rejected edits to find the accepted operations; afterwards they are kept as they are. */
const maxSplits = 200

const savers = new WeakMap<Editor, Saver>()

export function saverOf(editor: Editor): Saver | undefined {
  return savers.get(editor)
}

export function createSaver({
  editor,
  store,
  later = laterByClock,
  now = () => new Date(),
  ...parts
}: SaverDeps): Saver {
  let base = parts.base
  const queue = createQueue()
  /** Base revision of the oldest edit in the queue. */
  let madeOn = base.revision
  let ahead = parts.ahead ?? []
  let running: Promise<void> | undefined
  let savingWhole: Promise<Base> | undefined
  let isQuiet = false
  let callOff: (() => void) | undefined
  let ancestor: EmailDocument | undefined
  let waitingSince = 0
  let tries = 0
  let splits = 0
  /** Operations that were rejected and reverted since the last report, with the last reason. */
  let undone: { count: number; message: string } | undefined
  /** The service rejected the current document; retrying is useless until the document changes. */
  let isStuck = false
  let isWarned = false

  const kindNow = () => editor.saving.peek().kind

  function plan(ms: number): void {
    callOff?.()
    callOff = later(() => void flush(), ms)
  }

  const stopObserving = editor.observe(({ operations, source }) => {
    if (source === 'received') return
    if (queue.size === 0) waitingSince = now().getTime()
    queue.add([...ahead, ...operations])
    ahead = []
    keep()
    const state = editor.saving.peek()
    if ('changes' in state && !['unsaved', 'saving', 'waiting'].includes(state.kind)) {
      editor.saving.value = { ...state, changes: queue.size }
      // Other states wait for time or for the user; here the change may remove the cause.
      if (!isStuck) return
    } else editor.saving.value = { kind: 'unsaved', changes: queue.size }
    plan(Math.max(0, Math.min(quietMs, waitingSince + maxMs - now().getTime())))
  })

  /** Stored before anything is sent, because a window may close at any time. */
  function keep(): void {
    const edits = queue.edits.map(({ id, operations, replaces, voids }) => ({ id, operations, replaces, voids }))
    store.write(edits.length === 0 ? undefined : { revision: madeOn, edits })
  }

  /** Called when nothing is left to send. */
  function rest(undoneNow?: number): void {
    const changes = parts.waiting?.() ?? 0
    editor.saving.value =
      changes > 0
        ? { kind: 'waiting', changes }
        : { kind: 'saved', at: now(), ...(undoneNow === undefined ? {} : { undone: undoneNow }) }
  }

  function report(kind: 'offline' | 'waiting' | 'signedOut' | 'conflict' | 'refused' | 'failed', message = ''): void {
    const changes = queue.size
    if (!store.isWorking && !isWarned) warn(editor.words.t('saving.onlyHere'))
    isWarned = !store.isWorking
    editor.saving.value = kind === 'failed' || kind === 'refused' ? { kind, changes, message } : { kind, changes }
  }

  function warn(message: string): void {
    editor.problem.value = { message, at: performance.now() }
  }

  function flush(options: { isQuiet?: boolean } = {}): Promise<void> {
    callOff?.()
    isQuiet ||= options.isQuiet === true
    running ??= sendInTurn().finally(() => {
      running = undefined
      isQuiet = false
    })
    return running
  }

  async function sendInTurn(): Promise<void> {
    await savingWhole?.catch(() => undefined)
    await sendAll()
  }

  async function sendAll(): Promise<void> {
    let savedAt: string | undefined
    splits = 0
    isStuck = false
    while (queue.size > 0 && kindNow() !== 'conflict') {
      const edit = queue.send() as KeptEdit
      keep()
      editor.saving.value = { kind: 'saving', changes: queue.size }
      try {
        const request = requestOf([edit]) as SentOperations
        const applied = await editor.api.applyOperations({ baseRevision: base.revision, ...request })
        savedAt = applied.savedAt
        tries = 0
        // Unless another document was adopted meanwhile, such as a restored version.
        if (queue.edits[0]?.id === edit.id) await acknowledge(applied)
      } catch (error) {
        if (queue.edits[0]?.id === edit.id && !(await shouldContinue(error))) break
      }
    }
    if (queue.size === 0 && kindNow() !== 'conflict') {
      keep()
      rest(undone?.count)
    }
    if (undone !== undefined) warn(`${editor.words.t('saving.undone', { count: undone.count })} ${undone.message}`)
    undone = undefined
    if (savedAt !== undefined && !isQuiet) parts.onSaved?.(savedAt)
  }

  /** The sent edits are saved; operations of others are inserted below the pending ones. */
  async function acknowledge(applied: AppliedOperations): Promise<void> {
    const { confirmEdits, isEqual } = await import('./fitting.ts')
    const { operations, operationsSince, revision } = applied
    const covered = coverFirst(applied)
    const { edits } = queue
    const sent = edits.slice(0, covered).flatMap((edit) => edit.operations)
    const confirmed = confirmEdits(base.document, applied, { sent, waiting: edits.slice(covered) })
    if (confirmed === 'unknown') {
      queue.drop(covered)
      return reload()
    }
    // The stored edits still start with the saved ones, whose ids the service detects as duplicates.
    if ('conflict' in confirmed) return conflict({ revision, document: confirmed.conflict })
    queue.drop(covered)
    queue.fit(confirmed.rest)
    advance({ revision, document: confirmed.saved })
    const isAsSent = operationsSince.length === 0 && isEqual(operations, sent)
    if (!isAsSent && !isEqual(confirmed.document, editor.document.peek())) {
      editor.receive(confirmed.document, { isRebased: true })
    }
  }

  /**
   * Number of oldest edits that a response covers. If it covers part of the first one, the rest becomes a separate
   * edit.
   */
  function coverFirst({ editIds, operationsCovered }: AppliedOperations): number {
    let [left, covered] = [operationsCovered, 0]
    for (const { id, operations, replaces = id } of queue.edits) {
      if (!(editIds.includes(id) || editIds.includes(replaces)) || operations.length > left) break
      left -= operations.length
      covered++
    }
    if (covered > 0) return covered
    queue.cut(operationsCovered)
    return 1
  }

  function advance(next: Base): void {
    base = next
    madeOn = next.revision
    keep()
  }

  /** The response does not match: rebases pending changes onto the current document of the service. */
  async function reload(): Promise<void> {
    const { document, revision } = await editor.api.getDocument()
    const { applyFitting } = await import('./fitting.ts')
    const fitting = applyFitting(document, queue.edits)
    if (fitting.left > 0) return conflict({ revision, document }, { isBeginningKnown: false })
    advance({ revision, document })
    editor.receive(fitting.document)
  }

  function conflict({ revision, document }: Base, { isBeginningKnown = true } = {}): void {
    ancestor = isBeginningKnown ? (ancestor ?? base.document) : undefined
    base = { revision, document }
    report('conflict')
    editor.open.value = 'conflict'
  }

  /** True if there is more to send. */
  async function shouldContinue(error: unknown): Promise<boolean> {
    if (tries === 0 && splits === 0) parts.onFailure?.(error)
    const trouble = classifyFailure(error)
    if (trouble.kind === 'refused') return splitRefused(trouble)
    await handle(trouble)
    return false
  }

  async function handle(trouble: Exclude<SaveFailure, { kind: 'refused' }>): Promise<void> {
    switch (trouble.kind) {
      case 'conflict': {
        const current = await editor.api.getDocument().catch(classifyFailure)
        if ('document' in current) conflict(current)
        else if (current.kind === 'offline' || current.kind === 'signedOut') await handle(current)
        else report('failed')
        return
      }
      case 'locked':
        report('waiting')
        parts.onLocked?.()
        return
      case 'offline':
      case 'signedOut':
        report(trouble.kind)
        break
      default:
        report('failed', trouble.message)
        if (trouble.passes) break
        // As one edit, because a later change may remove the cause.
        queue.reset(queue.edits.flatMap((edit) => edit.operations))
        keep()
        isStuck = true
        return
    }
    tries++
    plan(trouble.retryMs ?? Math.min(lastRetryMs, firstRetryMs * 2 ** (tries - 1)))
  }

  /**
   * The service rejected the oldest edit: sends halves of it, down to single rejected operations, which are reverted.
   * Returns whether to continue; if nothing may be saved at all, everything is kept.
   */
  async function splitRefused({ message, mayFitInPart }: Extract<SaveFailure, { kind: 'refused' }>): Promise<boolean> {
    const current = await editor.api.getDocument().catch(() => undefined)
    const access = current?.access
    if (access !== undefined) parts.onAccess?.(access)
    const mayEdit = access !== undefined && access !== 'view' && access !== 'comment'
    if (!mayFitInPart || !mayEdit || ++splits > maxSplits) {
      report('refused', message)
      return false
    }
    const { applyFitting, halvesOf } = await import('./fitting.ts')
    const halves = halvesOf(base.document, queue.edits[0]?.operations ?? [])
    queue.split(halves ?? [])
    if (halves === undefined) {
      const fitting = applyFitting(base.document, queue.edits)
      queue.fit(fitting.edits)
      undone = { count: (undone?.count ?? 0) + 1 + fitting.left, message }
      // Later changes on top of it can no longer be undone one by one.
      editor.receive(fitting.document)
    }
    keep()
    return true
  }

  const online = () => void flush()
  globalThis.addEventListener?.('online', online)

  const saver: Saver = {
    get base() {
      return base
    },
    get pending() {
      return queue.size
    },
    get ancestor() {
      return ancestor
    },
    flush,
    async settle(choice) {
      const { operationsBetween } = await import('./fitting.ts')
      const settled = choice === 'mine' ? editor.document.peek() : choice === 'theirs' ? base.document : choice
      queue.reset(operationsBetween(base.document, settled))
      madeOn = base.revision
      ancestor = undefined
      if (choice !== 'mine') editor.receive(settled)
      editor.saving.value = { kind: 'unsaved', changes: queue.size }
      keep()
      await flush()
    },
    async discard() {
      saver.adopt(await editor.api.getDocument())
    },
    async restore({ revision, edits }) {
      const { applyFitting, operationsBetween } = await import('./fitting.ts')
      const began = revision === base.revision ? base : await revisionOf(revision)
      const fitting = applyFitting((began ?? base).document, edits)
      if (began === undefined) {
        // The base is lost, so the user must choose between the two documents.
        queue.reset(operationsBetween(base.document, fitting.document))
        madeOn = base.revision
      } else {
        queue.restore(edits)
        queue.fit(fitting.edits)
        base = began
        madeOn = revision
      }
      keep()
      editor.receive(fitting.document)
      if (began === undefined) return conflict(base, { isBeginningKnown: false })
      editor.saving.value = { kind: 'unsaved', changes: queue.size }
      await flush()
    },
    leave() {
      store.writeNow()
      const { kind } = editor.saving.peek()
      if (kind === 'conflict' || kind === 'refused') return
      const all = queue.sendAll()
      if (all === undefined) return
      keep()
      const edit = { baseRevision: base.revision, ...all }
      if (new TextEncoder().encode(JSON.stringify(edit)).length > partingBytes) return
      // The result is visible when the email is opened again.
      editor.api.applyOperations(edit, { parting: true }).catch(() => undefined)
    },
    async saveWhole(send) {
      await flush({ isQuiet: true })
      while (running !== undefined || savingWhole !== undefined) await (running ?? savingWhole?.catch(() => undefined))
      const previous = queue.include()
      keep()
      const saving = send(previous).then(async (saved) => {
        await confirm(saved)
        return saved
      })
      savingWhole = saving.finally(() => (savingWhole = undefined))
      savingWhole.catch(() => undefined)
      return saving
    },

    passRevision(revision) {
      if (revision > base.revision) advance({ ...base, revision })
    },
    adopt({ revision, document }, options) {
      ahead = []
      ancestor = undefined
      queue.reset()
      advance({ revision, document })
      editor.receive(document, options)
      rest()
    },
    stop() {
      callOff?.()
      stopObserving()
      globalThis.removeEventListener?.('online', online)
      savers.delete(editor)
    },
  }

  /** The service saved the whole document; later changes are sent. */
  async function confirm(confirmed: Base): Promise<void> {
    const { operationsBetween } = await import('./fitting.ts')
    ahead = []
    ancestor = undefined
    queue.reset(operationsBetween(confirmed.document, editor.document.peek()))
    advance(confirmed)
    if (queue.size === 0) return rest()
    editor.saving.value = { kind: 'unsaved', changes: queue.size }
    plan(quietMs)
  }

  async function revisionOf(revision: number): Promise<Base | undefined> {
    try {
      return await editor.api.getRevision(revision)
    } catch (error) {
      if ((error as { code?: string }).code === 'VERSION_NOT_FOUND') return undefined
      throw error
    }
  }

  const atFirst = parts.waiting?.() ?? 0
  if (atFirst > 0) editor.saving.value = { kind: 'waiting', changes: atFirst }
  savers.set(editor, saver)
  return saver
}

function laterByClock(run: () => void, ms: number): () => void {
  const timer = setTimeout(run, ms)
  return () => clearTimeout(timer)
}
