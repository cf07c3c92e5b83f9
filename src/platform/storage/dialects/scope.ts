import { AsyncLocalStorage } from 'node:async_hooks'
import type { Db, LastStep } from '../db.ts'
import { StorageError } from '../failure.ts'

/** A running transaction or savepoint, as seen from the code inside it. */
export interface Scope<Handle> {
  handle: Handle
  open: boolean
  depth: number
  /** Channels to signal once the outermost transaction is durable. */
  signals: Set<string>
  /** Steps that the outermost transaction runs right before it commits, with the items that were collected for each. */
  lastSteps: Map<LastStep<unknown>, unknown[]>
  /** Settles when every savepoint begun inside so far has ended. */
  children: Promise<unknown>
}

/** The result of a scope whose work succeeded. */
export interface Entered<T> {
  value: T
  signals: ReadonlySet<string>
  lastSteps: ReadonlyMap<LastStep<unknown>, readonly unknown[]>
}

/**
 * Tracks the current transaction across awaits, so that a nested `tx` becomes a savepoint and savepoints of one transaction
 * never interleave.
 */
export class Scopes<Handle> {
  readonly #storage = new AsyncLocalStorage<Scope<Handle>>()

  /** The innermost transaction around the caller, unless it has ended. */
  current(): Scope<Handle> | undefined {
    const scope = this.#storage.getStore()
    return scope?.open ? scope : undefined
  }

  /** Adds a channel to the innermost transaction around the caller, which must not have ended. */
  signal(channel: string): void {
    const scope = this.current()
    if (scope === undefined) throw new StorageError('A signal is given inside a transaction that has not ended.')
    scope.signals.add(channel)
  }

  /** Adds an item to a last step of the outermost transaction around the caller, which must not have ended. */
  addLast<T>(step: LastStep<T>, item: T): void {
    const scope = this.current()
    if (scope === undefined) throw new StorageError('A last step is given inside a transaction that has not ended.')
    addItems(scope.lastSteps, step as LastStep<unknown>, [item])
  }

  /**
   * Runs the work inside a new scope and ends it when the work and everything nested in it have settled. Returns the work's
   * value and the signaled channels. `finish` runs the last steps of an outermost transaction, inside the scope.
   */
  async enter<T>(
    handle: Handle,
    depth: number,
    work: () => Promise<T>,
    finish?: (steps: Scope<Handle>['lastSteps']) => Promise<void>,
  ): Promise<Entered<T>> {
    const signals = new Set<string>()
    const lastSteps: Scope<Handle>['lastSteps'] = new Map()
    const scope: Scope<Handle> = { handle, open: true, depth, signals, lastSteps, children: Promise.resolve() }
    try {
      // Awaited inside: drizzle's queries run when they are awaited, and the work may return one.
      const value = await this.#storage.run(scope, async () => await work())
      if (finish !== undefined) {
        await settled(scope)
        if (lastSteps.size > 0) await this.#storage.run(scope, () => finish(lastSteps))
      }
      return { value, signals, lastSteps }
    } finally {
      await settled(scope)
      scope.open = false
    }
  }
}

/** Runs last steps in the order in which they were first requested. A step may request more, which run after the others. */
export async function runLastSteps(db: Db, steps: Scope<unknown>['lastSteps']): Promise<void> {
  for (const [step, items] of steps) await step(db, items)
}

// Work that was started and not awaited may add children while the earlier ones end.
async function settled(scope: Scope<unknown>): Promise<void> {
  for (let seen: unknown; seen !== scope.children;) {
    seen = scope.children
    await scope.children
  }
}

function addItems(steps: Scope<unknown>['lastSteps'], step: LastStep<unknown>, items: readonly unknown[]): void {
  const known = steps.get(step)
  if (known === undefined) steps.set(step, [...items])
  else known.push(...items)
}

/**
 * Runs the work of a savepoint after every earlier savepoint of this scope. Its signals and items for last steps go to the
 * scope; those of a failed savepoint are dropped.
 */
export function afterSiblings<T>(scope: Scope<unknown>, work: () => Promise<Entered<T>>): Promise<T> {
  const run = scope.children.then(work).then(({ value, signals, lastSteps }) => {
    for (const channel of signals) scope.signals.add(channel)
    for (const [step, items] of lastSteps) addItems(scope.lastSteps, step, items)
    return value
  })
  scope.children = run.catch(() => undefined)
  return run
}
