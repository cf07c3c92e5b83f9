import { type ReadonlySignal, type Signal, effect, signal } from '@preact/signals'
import { limits } from '../../kernel/limits.ts'
import type { ApiLock, ApiLockStatus, LockChange } from '../bridge/index.ts'
import { canvasSignal } from '../canvas/index.ts'
import type { Editor } from '../state/index.ts'
import { saverOf } from './saver.ts'

/** Session that holds the lock; the name is empty until it is known. */
interface LockHolder {
  name: string
  /** The same user in another window. */
  isOtherWindow: boolean
  /** The holder is a window, in which a person can respond to a request; not an API key. */
  canRespond: boolean
  /** This window accepted the request of the holder. */
  isHandedOver?: boolean
}

/** A request for the lock that its holder has not accepted. */
export interface RequestState {
  name: string
  /** From this window. */
  isOwn: boolean
  /** `overdue`: the holder did not respond in time, so the requester may take the lock over. */
  state: 'pending' | 'overdue' | 'declined'
}

/**
 * Held by this window; free until a key or press here acquires it; held by another session; or taken over from this
 * window.
 */
export type LockState = { kind: 'held' } | { kind: 'free' } | Foreign

type Foreign = { kind: 'foreign' | 'lost' } & LockHolder

export interface LockKeeper {
  readonly state: Signal<LockState>
  readonly request: ReadonlySignal<RequestState | undefined>
  /** Takes the lock over and shows what its holder saved. Rejects with the failure of the service. */
  takeOver(): Promise<void>
  /** Requests the lock from its holder; the others reject with the failure of the service too. */
  requestHandover(): Promise<void>
  /** Saves the changes of this window, and passes the lock to the window that requested it. */
  acceptRequest(): Promise<void>
  declineRequest(): Promise<void>
  /** Called when another session has the lock. */
  lose(): void
  stop(): void
}

export interface LockDeps {
  editor: Editor
  lock: ApiLock
  /** Shows what others saved, merged with pending changes of this window. */
  reload(): Promise<void>
  /** Called with the revision of each lock status. */
  onRevision?: (revision: number) => void
  later?: (run: () => void, ms: number) => () => void
  now?: () => number
}

const pollMs = limits.lockPollSeconds * 1000
const idleMs = limits.lockIdleSeconds * 1000
/** Renewal interval if the service returned no expiry, in ms. */
const usualMs = 60_000

const keepers = new WeakMap<Editor, Signal<LockKeeper | undefined>>()

/** A signal, because parts of the editor are shown before the keeper starts. */
function keeperSignal(editor: Editor): Signal<LockKeeper | undefined> {
  const keeper = keepers.get(editor) ?? signal(undefined)
  keepers.set(editor, keeper)
  return keeper
}

export function lockKeeperOf(editor: Editor): LockKeeper | undefined {
  return keeperSignal(editor).value
}

/**
 * Keeps the lock while the user works in the window, and releases it after five minutes without input. A visible
 * window polls the lock every few seconds, to detect a takeover or release and to show what others saved.
 */
export function keepLock({
  editor,
  lock,
  reload,
  onRevision,
  later = laterByClock,
  now = Date.now,
}: LockDeps): LockKeeper {
  const { api } = editor
  const state = signal<LockState>(
    editor.viewOnly.peek() ? { kind: 'free' } : (foreignOf(lock, 'foreign') ?? { kind: 'held' }),
  )
  const request = signal(requestIn(lock))
  const stopped = new AbortController()
  let callOff: (() => void) | undefined
  let wasReadOnly = editor.viewOnly.peek()
  let lastInput = now()
  let renewAt = now()
  let running: Promise<void> | undefined
  /** True if the service has a lock for the email; one that was never saved has none. */
  let isKnown = false

  const isForeign = ({ kind }: LockState) => kind === 'foreign' || kind === 'lost'
  const pending = () => saverOf(editor)?.pending ?? 0
  const isNews = ({ revision }: ApiLockStatus) => revision > (saverOf(editor)?.base.revision ?? revision)
  const isVisible = () => globalThis.document?.visibilityState !== 'hidden'

  function show(next: LockState): void {
    const before = state.peek()
    state.value = next
    if (isForeign(next) === isForeign(before)) return
    if (isForeign(next)) wasReadOnly = editor.viewOnly.peek()
    editor.viewOnly.value = isForeign(next) || wasReadOnly
  }

  /** Compared, because each poll returns an equal one, and a live region would repeat it. */
  function showRequest(next: ApiLock): void {
    const seen = requestIn(next)
    if (JSON.stringify(seen) !== JSON.stringify(request.peek())) request.value = seen
  }

  /** Joins concurrent calls into one. */
  function once(run: () => Promise<void>): Promise<void> {
    running ??= run().finally(() => {
      running = undefined
      plan()
    })
    return running
  }

  function plan(): void {
    callOff?.()
    if (!stopped.signal.aborted) callOff = later(() => void once(check).catch(() => undefined), pollMs)
  }

  async function check(): Promise<void> {
    const { kind } = state.peek()
    if (kind === 'held') {
      if (now() - lastInput >= idleMs) return release()
      if (now() >= renewAt) return acquire()
      if (!isVisible()) return
      const next = await api.readLock()
      if (isKnown) await notice(next)
      // Another window has saved the email, which this one opened before it existed.
      else if (isNews(next)) await acquire()
    } else if (isVisible()) await follow(await api.readLock())
  }

  /** Without a network the lock expires. */
  async function release(): Promise<void> {
    await saverOf(editor)?.flush()
    show({ kind: 'free' })
    if (isKnown) await api.releaseLock()
  }

  /** Applies a lock status of the service, and shows what callers of the API saved meanwhile. */
  async function notice(next: ApiLockStatus): Promise<void> {
    onRevision?.(next.revision)
    showRequest(next)
    const other = foreignOf(next, 'lost')
    if (other !== undefined) return show(other)
    // The lock expired, for example while the computer slept.
    if (!next.held) renewAt = now()
    await refresh(next)
  }

  async function acquire(change: LockChange = {}): Promise<void> {
    const before = state.peek()
    const next = await api.acquireLock(change)
    showRequest(next)
    const other = foreignOf(next, before.kind === 'lost' || (before.kind === 'held' && isKnown) ? 'lost' : 'foreign')
    if (other !== undefined) return show(other)
    isKnown = next.expiresAt !== null
    const left = next.expiresAt === null ? usualMs : Date.parse(next.expiresAt) - now()
    renewAt = now() + Math.max(pollMs, left / 2)
    // Reload before anything can be changed here.
    if (before.kind !== 'held' && (pending() > 0 || isNews(next))) await reload().catch(() => undefined)
    show({ kind: 'held' })
  }

  /** While this window does not hold the lock: polls the holder and what they saved. */
  async function follow(next: ApiLockStatus): Promise<void> {
    onRevision?.(next.revision)
    const before = state.peek()
    const { kind } = before
    const requested = request.peek()
    showRequest(next)
    if (next.held && 'name' in before) {
      await acquire()
      return editor.announce(editor.words.t('lock.handedOver', { name: before.name }))
    }
    const other = foreignOf(next, kind === 'lost' ? 'lost' : 'foreign')
    const isReader = kind === 'free' && editor.viewOnly.peek()
    if (other !== undefined && !isReader) show(withHandover(other, before))
    else if (isForeign(state.peek())) {
      await refresh(next)
      show({ kind: 'free' })
      if (!editor.viewOnly.peek()) editor.announce(editor.words.t('lock.free'))
      // Changes that this window could not save before, or the user waited for the lock.
      if (pending() > 0 || requested?.isOwn === true) await acquire()
      return
    }
    await refresh(next)
  }

  // Pending changes stay visible while another user edits.
  async function refresh(next: ApiLockStatus): Promise<void> {
    if (pending() === 0 && isNews(next)) await reload()
  }

  function onInput(): void {
    lastInput = now()
    if (state.peek().kind === 'free' && !editor.viewOnly.peek()) void once(acquire).catch(() => undefined)
  }

  const listen = { capture: true, passive: true, signal: stopped.signal }
  const stopListening = effect(() => {
    for (const target of [globalThis.document, canvasSignal(editor).value?.document])
      for (const name of ['keydown', 'pointerdown']) target?.addEventListener(name, onInput, listen)
  })
  const stopObserving = editor.observe(({ source }) => source !== 'received' && onInput())
  // A user who returns to the window sees the current email at once.
  globalThis.document?.addEventListener(
    'visibilitychange',
    () => void (isVisible() && once(check).catch(() => undefined)),
    listen,
  )
  // Now, and again after the first save, which creates the template that can be locked.
  const stopWaiting = editor.saving.subscribe(({ kind }) => {
    if (kind === 'saved' && !isKnown && state.peek().kind === 'held') void once(acquire).catch(() => undefined)
  })
  if (isForeign(state.peek())) editor.viewOnly.value = true
  plan()

  /** After a running request, as input of the user. */
  async function act(run: () => Promise<void>): Promise<void> {
    while (running !== undefined) await running.catch(() => undefined)
    lastInput = now()
    await once(run)
  }

  async function handOver(): Promise<void> {
    // Text that is being edited is finished, so that its changes are saved too.
    editor.editing.value = undefined
    await saverOf(editor)?.flush()
    const next = await api.acquireLock({ handover: 'accept' })
    showRequest(next)
    const other = foreignOf(next, 'lost')
    if (other !== undefined) show({ ...other, isHandedOver: true })
  }

  const keeper: LockKeeper = {
    state,
    request,
    takeOver: () => act(() => acquire({ force: true })),
    requestHandover: () => act(() => acquire({ handover: 'request' })),
    acceptRequest: () => act(handOver),
    declineRequest: () => act(() => acquire({ handover: 'decline' })),
    lose() {
      if (!isForeign(state.peek())) show({ kind: 'lost', name: '', isOtherWindow: false, canRespond: true })
      void once(check).catch(() => undefined)
    },
    stop() {
      stopped.abort()
      callOff?.()
      stopListening()
      stopObserving()
      stopWaiting()
      keeperSignal(editor).value = undefined
      // A request of a window that closes is withdrawn.
      if (state.peek().kind === 'held' || request.peek()?.isOwn === true) void api.releaseLock().catch(() => undefined)
    },
  }
  keeperSignal(editor).value = keeper
  return keeper
}

function foreignOf({ held, holder, isOtherWindow }: ApiLock, kind: 'foreign' | 'lost'): Foreign | undefined {
  if (held || holder === null) return undefined
  return { kind, name: holder.name, isOtherWindow, canRespond: holder.kind !== 'api_key' }
}

/** The user still reads to whom this window handed the email over, as long as that one holds it. */
function withHandover(next: Foreign, before: LockState): Foreign {
  const isHandedOver = before.kind === 'lost' && before.isHandedOver === true && before.name === next.name
  return isHandedOver ? { ...next, isHandedOver } : next
}

function requestIn({ request }: ApiLock): RequestState | undefined {
  if (request == null) return undefined
  const { isOwn, name, secondsLeft } = request
  return { name, isOwn, state: request.state === 'pending' && secondsLeft === 0 ? 'overdue' : request.state }
}

function laterByClock(run: () => void, ms: number): () => void {
  const timer = setTimeout(run, ms)
  return () => clearTimeout(timer)
}
