import { type Signal, signal } from '@preact/signals'
import type { ApiLock } from '../bridge/index.ts'
import type { Editor } from '../state/index.ts'

/** Who edits: this window, somebody else from the beginning, or somebody who took over. */
export type LockState = { kind: 'held' } | { kind: 'foreign'; name: string } | { kind: 'lost' }

export interface LockKeeper {
  readonly state: Signal<LockState>
  /** Takes the lock from whoever has it. */
  takeOver(): Promise<void>
  /** Somebody else has it now. */
  lose(): void
  stop(): void
}

export interface LockParts {
  editor: Editor
  lock: ApiLock
  /** Loads the document anew after the lock was taken over. */
  reload(): Promise<void>
  later?: (run: () => void, ms: number) => () => void
  now?: () => number
}

/** The shortest time between two renewals, in ms. */
const soonestMs = 5000
/** When nobody said when the lock ends. */
const usualMs = 60_000

const keepers = new WeakMap<Editor, LockKeeper>()

/** Who keeps the lock for an editor. */
export function lockKeeperOf(editor: Editor): LockKeeper | undefined {
  return keepers.get(editor)
}

/** Keeps the lock while the editor is open; without it the editor only looks. */
export function keepLock({ editor, lock, reload, later = laterByClock, now = Date.now }: LockParts): LockKeeper {
  const state = signal<LockState>(stateOf(lock))
  const wasReadOnly = editor.readOnly.peek()
  let callOff: (() => void) | undefined
  /** The service has noted the lock. */
  let isKnown = false

  function show(next: LockState): void {
    state.value = next
    editor.readOnly.value = wasReadOnly || next.kind !== 'held'
  }

  function plan({ expiresAt }: ApiLock): void {
    callOff?.()
    const left = expiresAt === null ? usualMs : Date.parse(expiresAt) - now()
    callOff = later(() => void renew(), Math.max(soonestMs, left / 2))
  }

  async function renew(): Promise<void> {
    const next = await editor.api.acquireLock().catch(() => undefined)
    if (next === undefined) return plan({ held: true, holder: null, expiresAt: null })
    // Nobody can lock an email that is not saved yet: it has no end then.
    isKnown = next.expiresAt !== null
    if (next.held) plan(next)
    else show({ kind: 'lost' })
  }

  show(state.peek())
  const mayHold = () => !wasReadOnly && state.peek().kind === 'held'
  // At once, and again after the first save, which makes what can be locked.
  const stopWaiting = editor.saving.subscribe(({ kind }) => {
    if (kind === 'saved' && !isKnown && mayHold()) void renew()
  })
  const keeper: LockKeeper = {
    state,
    async takeOver() {
      const next = await editor.api.acquireLock({ force: true })
      if (!next.held) return show(stateOf(next))
      await reload()
      show({ kind: 'held' })
      plan(next)
    },
    lose: () => show({ kind: 'lost' }),
    stop() {
      callOff?.()
      stopWaiting()
      keepers.delete(editor)
      if (state.peek().kind === 'held') void editor.api.releaseLock().catch(() => undefined)
    },
  }
  keepers.set(editor, keeper)
  return keeper
}

function stateOf({ held, holder }: ApiLock): LockState {
  return held || holder === null ? { kind: 'held' } : { kind: 'foreign', name: holder.name }
}

function laterByClock(run: () => void, ms: number): () => void {
  const timer = setTimeout(run, ms)
  return () => clearTimeout(timer)
}
