import type { EmailDocument, Operation } from '../../email/document/index.ts'

/** What becomes of operations: a new document and the way back, or why not. */
export type Applying =
  | { document: EmailDocument; inverse: Operation[] }
  /** `isBeyondLevel`: whoever may edit more could do it. */
  | { issues: { path: string; message: string }[]; isBeyondLevel?: boolean }

/** What somebody may do beside changing content. */
export interface Rights {
  /** Take locks away. */
  mayUnlock: boolean
  /** Change content and nothing else. */
  textOnly: boolean
}

/** Applies operations to a valid document, all or none, within its locks and the rights of the person. */
export type Apply = (document: EmailDocument, operations: readonly Operation[], rights: Rights) => Applying

/** An Apply that may still be on its way. */
export interface LateApply {
  /** Undefined until it is there. */
  readonly now: Apply | undefined
  /** Runs what was requested once it is there, at once when it is. */
  when(run: () => void): void
  arrive(apply: Apply): void
}

/** Lets the canvas show and take gestures while the code that checks operations is still loading. */
export function createLateApply(): LateApply {
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
