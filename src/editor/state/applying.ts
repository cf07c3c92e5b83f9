import type { EmailDocument, Operation } from '../../email/document/index.ts'

/** A new document with the inverse operations, or why the operations were refused. */
export type Applying =
  | { document: EmailDocument; inverse: Operation[] }
  /** `isBeyondLevel`: a higher access level would allow it. */
  | { issues: { path: string; message: string }[]; isBeyondLevel?: boolean }

export interface Rights {
  /** The user may remove locks. */
  mayUnlock: boolean
  /** The user may change content only. */
  textOnly: boolean
}

/** Applies all operations or none to a valid document, within its locks and the rights of the user. */
export type Apply = (document: EmailDocument, operations: readonly Operation[], rights: Rights) => Applying

/** An Apply that may still be loading. */
export interface DeferredApply {
  /** Undefined while loading. */
  readonly now: Apply | undefined
  /** Runs a function as soon as it is loaded, at once if it is. */
  when(run: () => void): void
  arrive(apply: Apply): void
}

/** Lets the canvas accept input while the code that applies operations is loading. */
export function createDeferredApply(): DeferredApply {
  let now: Apply | undefined
  let waiting: (() => void)[] = []
  return {
    get now() {
      return now
    },
    when(run) {
      if (now === undefined) waiting.push(run)
      else run()
    },
    arrive(apply) {
      now = apply
      const runs = waiting
      waiting = []
      for (const run of runs) run()
    },
  }
}
