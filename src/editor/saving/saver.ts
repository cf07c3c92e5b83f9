import type { EmailDocument, Operation } from '../../email/document/index.ts'
import type { ApiDocument, AppliedOperations, EarlierEdit } from '../bridge/index.ts'
import type { Editor } from '../state/index.ts'
import { type SentOperations, createQueue, requestOf } from './queue.ts'
import type { KeptEdit, KeptEdits, Shelf } from './offline-store.ts'
import { type Trouble, troubleOf } from './trouble.ts'

/** The document as the service has it. */
export interface Base {
  revision: number
  document: EmailDocument
}

export interface SaverDeps {
  editor: Editor
  base: Base
  /** What is here already and the service does not have; it goes with the first change, and never alone. */
  ahead?: readonly Operation[]
  shelf: Shelf
  /** How many operations of an earlier window are still to be restored; none unless given. */
  waiting?: () => number
  /** Runs something after so many ms; answers how to call it off. */
  later?: (run: () => void, ms: number) => () => void
  now?: () => Date
  /** Somebody else holds the lock, or took it. */
  onLocked?: () => void
  /** A save failed that is not a repetition of one that did. */
  onFailure?: (error: unknown) => void
  /** The service confirmed an autosave; `savedAt` is ISO 8601. */
  onSaved?: (savedAt: string) => void
  /** The service refused something: what the user may do now. */
  onAccess?: (access: ApiDocument['access']) => void
}

/** Sends what is done, and knows what was. */
export interface Saver {
  readonly base: Base
  readonly pending: number
  /** The document that both sides of a conflict began with; undefined without one. */
  readonly ancestor: EmailDocument | undefined
  /**
   * Sends what there is now; resolves when nothing is left to send, or nothing can be. `isQuiet`: part of a save that is
   * reported by itself.
   */
  flush(options?: { isQuiet?: boolean }): Promise<void>
  /** Ends a conflict: with what this window shows, with what others saved, or with what was made of both. */
  settle(with_: 'mine' | 'theirs' | EmailDocument): Promise<void>
  /** Gives up what is not saved, and shows what the service has. */
  discard(): Promise<void>
  /** Puts edits that an earlier window could not save on top of the document, and sends them. Fails as loading does. */
  restore(kept: KeptEdits): Promise<void>
  /** The page goes away: keeps what waits, and sends it without waiting for an answer. */
  leave(): void
  /**
   * Saves the whole, after what waits and while nothing else is sent. `send` is given the requests that it covers, and answers what
   * the service has then; what was changed meanwhile is sent after it. Fails as `send` does.
   */
  saveWhole<Saved extends Base>(send: (previous: EarlierEdit[]) => Promise<Saved>): Promise<Saved>
  /** Takes over a state that the service has, such as a version restored. */
  adopt(base: Base): void
  stop(): void
}

/** Quiet after the last change before it is sent, and the longest that changes wait, in ms. */
const [quietMs, maxMs] = [800, 4000]
/** Waiting before the next try, in ms: twice as long each time. */
const [firstRetryMs, lastRetryMs] = [1000, 30_000]
/** Bytes that browsers finish sending for a page that is gone; all its requests share 64 KiB. */
const partingBytes = 56 * 1024
/** Times that refused edits are halved to find what the service accepts, until they are kept as they are. */
const maxSplits = 200

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
}: SaverDeps): Saver {
  let base = parts.base
  const queue = createQueue()
  /** The revision that the oldest edit in the queue was made on. */
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
  /** Operations that were refused and taken back since the last report, and why the last one was. */
  let undone: { count: number; message: string } | undefined
  /** The service refused the whole as it was, and does so again unless it changes. */
  let isStuck = false
  let isUnkept = false
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
      // Others wait for a time, or for somebody; here the change may be what makes it fit.
      if (!isStuck) return
    } else editor.saving.value = { kind: 'unsaved', changes: queue.size }
    plan(Math.max(0, Math.min(quietMs, waitingSince + maxMs - now().getTime())))
  })

  /** Before anything is sent: a window may end at any time. */
  function keep(): void {
    const edits = queue.edits.map(({ id, operations, replaces, voids }) => ({ id, operations, replaces, voids }))
    isUnkept = !shelf.write(edits.length === 0 ? undefined : { revision: madeOn, edits })
  }

  /** Nothing of this window is left to send. */
  function rest(undoneNow?: number): void {
    const changes = parts.waiting?.() ?? 0
    editor.saving.value =
      changes > 0
        ? { kind: 'waiting', changes }
        : { kind: 'saved', at: now(), ...(undoneNow === undefined ? {} : { undone: undoneNow }) }
  }

  function report(kind: 'offline' | 'waiting' | 'signedOut' | 'conflict' | 'refused' | 'failed', message = ''): void {
    const changes = queue.size
    if (isUnkept && !isWarned) warn(editor.words.t('saving.onlyHere'))
    isWarned = isUnkept
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
        // Not where something else was taken over meanwhile, such as a version restored.
        if (queue.edits[0]?.id === edit.id) await takeIn(applied)
      } catch (error) {
        if (queue.edits[0]?.id === edit.id && !(await goesOn(error))) break
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

  /** What was sent is saved; what others did meanwhile comes in below what is still waiting. */
  async function takeIn(applied: AppliedOperations): Promise<void> {
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
    // What is kept still begins with what was saved: its id tells the service.
    if ('conflict' in confirmed) return conflict({ revision, document: confirmed.conflict })
    queue.drop(covered)
    queue.fit(confirmed.rest)
    advance({ revision, document: confirmed.saved })
    const isAsSent = operationsSince.length === 0 && isEqual(operations, sent)
    if (!isAsSent && !isEqual(confirmed.document, editor.document.peek())) {
      editor.receive(confirmed.document, { isRebased: true })
    }
  }

  /** How many of the oldest edits a response covers. Where it covers part of the first one, the rest becomes an edit of its own. */
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

  /** The response cannot be followed: what waits goes on top of what the service has now. */
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

  /** Whether there is more to send at once. */
  async function goesOn(error: unknown): Promise<boolean> {
    if (tries === 0 && splits === 0) parts.onFailure?.(error)
    const trouble = troubleOf(error)
    if (trouble.kind === 'refused') return splitRefused(trouble)
    await handle(trouble)
    return false
  }

  async function handle(trouble: Exclude<Trouble, { kind: 'refused' }>): Promise<void> {
    switch (trouble.kind) {
      case 'conflict': {
        const current = await editor.api.getDocument().catch(troubleOf)
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
        // As one: what was done since may be what makes it fit.
        queue.reset(queue.edits.flatMap((edit) => edit.operations))
        keep()
        isStuck = true
        return
    }
    tries++
    plan(trouble.retryMs ?? Math.min(lastRetryMs, firstRetryMs * 2 ** (tries - 1)))
  }

  /**
   * The service refused the oldest edit, so it is not saved: halves of it are sent, down to the single operations that are
   * refused, which are taken back. Answers whether to go on; where nothing may be saved at all, everything is kept.
   */
  async function splitRefused({ message, mayFitInPart }: Extract<Trouble, { kind: 'refused' }>): Promise<boolean> {
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
      // What was done on top of it cannot be taken back one by one any more.
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
        // Nobody knows any more what it was made on: the person decides between the whole of both.
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
      shelf.writeNow()
      const { kind } = editor.saving.peek()
      if (kind === 'conflict' || kind === 'refused') return
      const all = queue.sendAll()
      if (all === undefined) return
      keep()
      const edit = { baseRevision: base.revision, ...all }
      if (new TextEncoder().encode(JSON.stringify(edit)).length > partingBytes) return
      // What comes of it is seen when the email is opened again.
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

    adopt({ revision, document }) {
      ahead = []
      ancestor = undefined
      queue.reset()
      advance({ revision, document })
      editor.receive(document)
      rest()
    },
    stop() {
      callOff?.()
      stopObserving()
      globalThis.removeEventListener?.('online', online)
      savers.delete(editor)
    },
  }

  /** The service has saved this as a whole; what was changed since is sent. */
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
