import { AsyncLocalStorage } from 'node:async_hooks'

/** One running transaction or savepoint, as the code inside it sees it. */
export interface Scope<Handle> {
  handle: Handle
  open: boolean
  depth: number
  /** Settles when every savepoint begun inside so far has ended. */
  children: Promise<unknown>
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

  /** Runs the work inside a new scope and ends it when the work and everything nested in it have settled. */
  async enter<T>(handle: Handle, depth: number, work: () => Promise<T>): Promise<T> {
    const scope: Scope<Handle> = { handle, open: true, depth, children: Promise.resolve() }
    try {
      // Awaited inside: drizzle's queries run when they are awaited, and the work may hand one back.
      return await this.#storage.run(scope, async () => await work())
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

/** Runs the work after every savepoint that was begun in this scope before. */
export function afterSiblings<T>(scope: Scope<unknown>, work: () => Promise<T>): Promise<T> {
  const run = scope.children.then(work)
  scope.children = run.catch(() => undefined)
  return run
}
