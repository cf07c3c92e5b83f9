import type { EmailDocument, Operation } from '../../email/document/index.ts'

/** A new document with the inverse operations, or the reasons of a rejection. */
export type Applying = Applied | Rejection

export interface Applied {
  document: EmailDocument
  inverse: Operation[]
  /** What was applied: the operations, and what follows from them. */
  operations: readonly Operation[]
}

export interface Rejection {
  issues: { path: string; message: string }[]
  /** A higher access level would allow it. */
  isBeyondLevel?: boolean
  /** A lock of the document forbids it. */
  isLocked?: boolean
}

export interface Rights {
  /** The user may remove locks. */
  mayUnlock: boolean
  /** The user may change content only. */
  textOnly: boolean
}

/** Applies all operations or none to a valid document, within its locks and the rights of the user. */
export type Apply = (document: EmailDocument, operations: readonly Operation[], rights: Rights) => Applying

/** An Apply whose code may still be loading. */
export interface DeferredApply {
  /** Undefined while loading. */
  readonly now: Apply | undefined
  /** Runs a function as soon as the code is loaded; synchronously if it is. */
  when(run: () => void): void
  arrive(apply: Apply): void
}

/** Allows input while the code that applies operations is loading. */
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
