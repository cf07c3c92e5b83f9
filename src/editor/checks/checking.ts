import { type ReadonlySignal, signal } from '@preact/signals'
import type { EmailDocument, Operation } from '../../email/document/index.ts'
import type { Editor } from '../state/index.ts'
import type { Looker } from './call-worker.ts'
import type { LintWorkerTask, LintResult } from './lint-task.ts'

/** What was found, and in which state of the document. */
export interface CheckedEmail extends LintResult {
  document: EmailDocument
}

/** Keeps looking an email over while it is made. */
export interface Checking {
  /** What was found last; undefined before the first look, and when nobody can look. */
  readonly found: ReadonlySignal<CheckedEmail | undefined>
  readonly hasFailed: ReadonlySignal<boolean>
  /** What is found in the document as it stands now, without waiting for a pause; undefined when nobody can look. */
  lookNow(): Promise<CheckedEmail | undefined>
  /** The operations on the document as it stands now that settle all findings of a rule; none when nobody can look. */
  fixAllFindings(rule: string): Promise<Operation[]>
}

export interface CheckingDeps {
  editor: Editor
  looker: Looker
  taskOf: (editor: Editor) => LintWorkerTask
  /** Runs something after so many ms; answers how to call it off. */
  later?: (run: () => void, ms: number) => () => void
}

/** Quiet after the last change before the email is looked over, in ms; the first look lets everything else come first. */
const [quietMs, firstMs] = [700, 1500]

const checkings = new WeakMap<Editor, Checking>()

/** Who looks an editor's email over; undefined until its code is here, and where the host wants none. */
export function checkingOf(editor: Editor): Checking | undefined {
  return checkings.get(editor)
}

/** Begins to look an email over: once soon, and after every pause in changing it. One look runs at a time. */
export function createChecking({ editor, looker, taskOf, later = laterByClock }: CheckingDeps): Checking {
  const found = signal<CheckedEmail | undefined>(undefined)
  const hasFailed = signal(false)
  let callOff: (() => void) | undefined
  let running: Promise<void> | undefined

  function plan(ms: number): void {
    callOff?.()
    callOff = later(() => void lookNow(), ms)
  }

  async function lookOnce(): Promise<void> {
    const task = taskOf(editor)
    try {
      found.value = { ...(await looker.look(task)), document: task.document }
      hasFailed.value = false
    } catch {
      // A script that is gone or may not run; there is nothing to tell but that.
      found.value = undefined
      hasFailed.value = true
    }
  }

  async function lookNow(): Promise<CheckedEmail | undefined> {
    callOff?.()
    while (found.peek()?.document !== editor.document.peek()) {
      running ??= lookOnce().finally(() => (running = undefined))
      await running
      if (hasFailed.peek()) return undefined
    }
    return found.peek()
  }

  editor.observe(() => plan(quietMs))
  plan(firstMs)
  const checking: Checking = {
    found,
    hasFailed,
    lookNow,
    async fixAllFindings(rule) {
      for (;;) {
        const task = taskOf(editor)
        const operations = await looker.fixAllFindings(task, rule).catch(() => [])
        // Somebody else's changes may have come in meanwhile.
        if (task.document === editor.document.peek()) return operations
      }
    },
  }
  checkings.set(editor, checking)
  return checking
}

function laterByClock(run: () => void, ms: number): () => void {
  const timer = setTimeout(run, ms)
  return () => clearTimeout(timer)
}
