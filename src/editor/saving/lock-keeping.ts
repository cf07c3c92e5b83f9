import { type Signal, effect, signal } from '@preact/signals'
import { limits } from '../../kernel/limits.ts'
import type { ApiLock, ApiLockStatus } from '../bridge/index.ts'
import { canvasSignal } from '../canvas/index.ts'
import type { Editor } from '../state/index.ts'
import { saverOf } from './saver.ts'

/** Session that holds the lock; the name is empty until it is known. */
interface LockHolder {
  name: string
  /** The same user in another window. */
  isOtherWindow: boolean
}

/**
 * Held by this window; free until a key or press here acquires it; held by another session; or taken over from this
 * window.
 */
export type LockState = { kind: 'held' } | { kind: 'free' } | ({ kind: 'foreign' | 'lost' } & LockHolder)

export interface LockKeeper {
  readonly state: Signal<LockState>
  /** Takes the lock over and shows what its holder saved. Rejects with the failure of the service. */
  takeOver(): Promise<void>
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

const keepers = new WeakMap<Editor, LockKeeper>()

export function lockKeeperOf(editor: Editor): LockKeeper | undefined {
  return keepers.get(editor)
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
    editor.readOnly.peek() ? { kind: 'free' } : (foreignOf(lock, 'foreign') ?? { kind: 'held' }),
  )
  const stopped = new AbortController()
  let callOff: (() => void) | undefined
  let wasReadOnly = editor.readOnly.peek()
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
    if (isForeign(next)) wasReadOnly = editor.readOnly.peek()
    editor.readOnly.value = isForeign(next) || wasReadOnly
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
      if (isVisible() && isKnown) await notice(await api.readLock())
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
    const other = foreignOf(next, 'lost')
    if (other !== undefined) return show(other)
    // The lock expired, for example while the computer slept.
    if (!next.held) renewAt = now()
    await refresh(next)
  }

  async function acquire(force = false): Promise<void> {
    const before = state.peek()
    const next = await api.acquireLock(force ? { force } : {})
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
    const { kind } = state.peek()
    const other = foreignOf(next, kind === 'lost' ? 'lost' : 'foreign')
    const isReader = kind === 'free' && editor.readOnly.peek()
    if (other !== undefined && !isReader) show(other)
    else if (isForeign(state.peek())) {
      await refresh(next)
      show({ kind: 'free' })
      if (!editor.readOnly.peek()) editor.announce(editor.words.t('lock.free'))
      // Changes that this window could not save before.
      if (pending() > 0) await acquire()
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
    if (state.peek().kind === 'free' && !editor.readOnly.peek()) void once(acquire).catch(() => undefined)
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
  if (isForeign(state.peek())) editor.readOnly.value = true
  plan()

  const keeper: LockKeeper = {
    state,
    async takeOver() {
      while (running !== undefined) await running.catch(() => undefined)
      lastInput = now()
      await once(() => acquire(true))
    },
    lose() {
      if (!isForeign(state.peek())) show({ kind: 'lost', name: '', isOtherWindow: false })
      void once(check).catch(() => undefined)
    },
    stop() {
      stopped.abort()
      callOff?.()
      stopListening()
      stopObserving()
      stopWaiting()
      keepers.delete(editor)
      if (state.peek().kind === 'held') void api.releaseLock().catch(() => undefined)
    },
  }
  keepers.set(editor, keeper)
  return keeper
}

function foreignOf({ held, holder, isOtherWindow }: ApiLock, kind: 'foreign' | 'lost'): LockState | undefined {
  return held || holder === null ? undefined : { kind, name: holder.name, isOtherWindow }
}

function laterByClock(run: () => void, ms: number): () => void {
  const timer = setTimeout(run, ms)
  return () => clearTimeout(timer)
}
