import { AsyncLocalStorage } from 'node:async_hooks'
import { StorageError } from '../failure.ts'

/** One running transaction or savepoint, as the code inside it sees it. */
export interface Scope<Handle> {
  handle: Handle
  open: boolean
  depth: number
  /** Channels to be signalled once the outermost transaction is durable. */
  signals: Set<string>
  /** Settles when every savepoint begun inside so far has ended. */
  children: Promise<unknown>
}

/** What a scope leaves behind when its work has not failed. */
export interface Entered<T> {
  value: T
  signals: ReadonlySet<string>
}

/**
 * Remembers which transaction the running code is inside, across awaits, so that a nested `tx` becomes a savepoint and
 * savepoints of one transaction never interleave.
 */
export class Scopes<Handle> {
  readonly #storage = new AsyncLocalStorage<Scope<Handle>>()

  /** The innermost transaction around the caller, unless it has ended. */
  current(): Scope<Handle> | undefined {
    const scope = this.#storage.getStore()
    return scope?.open ? scope : undefined
  }

  /** Notes a channel to be signalled with the innermost transaction around the caller, which must not have ended. */
  signal(channel: string): void {
    const scope = this.current()
    if (scope === undefined) throw new StorageError('A signal is given inside a transaction that has not ended.')
    scope.signals.add(channel)
  }

  /**
   * Runs the work inside a new scope and ends it when the work and everything nested in it have settled. Gives the work's
   * value and the channels it signalled.
   */
  async enter<T>(handle: Handle, depth: number, work: () => Promise<T>): Promise<Entered<T>> {
    const signals = new Set<string>()
    const scope: Scope<Handle> = { handle, open: true, depth, signals, children: Promise.resolve() }
    try {
      // Awaited inside: drizzle's queries run when they are awaited, and the work may hand one back.
      return { value: await this.#storage.run(scope, async () => await work()), signals }
    } finally {
      // Work that was started and not awaited may add children while the earlier ones end.
      for (let seen: unknown; seen !== scope.children;) {
        seen = scope.children
        await scope.children
      }
      scope.open = false
    }
  }
}

/**
 * Runs the work of a savepoint after every savepoint that was begun in this scope before. What it signals, the scope
 * signals; a savepoint that fails signals nothing.
 */
export function afterSiblings<T>(scope: Scope<unknown>, work: () => Promise<Entered<T>>): Promise<T> {
  const run = scope.children.then(work).then(({ value, signals }) => {
    for (const channel of signals) scope.signals.add(channel)
    return value
  })
  scope.children = run.catch(() => undefined)
  return run
}
