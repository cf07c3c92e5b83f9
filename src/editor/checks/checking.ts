import { type ReadonlySignal, signal } from '@preact/signals'
import type { EmailDocument, Operation } from '../../email/document/index.ts'
import type { Editor } from '../state/index.ts'
import type { Linter } from './call-worker.ts'
import type { LintWorkerTask, LintResult } from './lint-task.ts'

/** Findings, and the document that was checked. */
export interface CheckedEmail extends LintResult {
  document: EmailDocument
}

export interface Checking {
  /** Undefined before the first check and if checks cannot run. */
  readonly found: ReadonlySignal<CheckedEmail | undefined>
  readonly hasFailed: ReadonlySignal<boolean>
  /** Checks the current document without waiting for a pause; undefined if checks cannot run. */
  lintNow(): Promise<CheckedEmail | undefined>
  /** Operations on the current document that fix all findings of a rule; empty if checks cannot run. */
  fixAllFindings(rule: string): Promise<Operation[]>
}

export interface CheckingDeps {
  editor: Editor
  linter: Linter
  taskOf: (editor: Editor) => LintWorkerTask
  /** Runs a function after some ms; returns a function that cancels it. */
  later?: (run: () => void, ms: number) => () => void
}

/** Pause after the last change before a check, in ms; the first check waits longer, so that the editor loads first. */
const [quietMs, firstMs] = [700, 1500]

const checkings = new WeakMap<Editor, Checking>()

/** Undefined until its code is loaded, and if the host disabled checks. */
export function checkingOf(editor: Editor): Checking | undefined {
  return checkings.get(editor)
}

/** Checks an email once after opening and after every pause in editing. One check runs at a time. */
export function createChecking({ editor, linter, taskOf, later = laterByClock }: CheckingDeps): Checking {
  const found = signal<CheckedEmail | undefined>(undefined)
  const hasFailed = signal(false)
  let callOff: (() => void) | undefined
  let running: Promise<void> | undefined

  function plan(ms: number): void {
    callOff?.()
    callOff = later(() => void lintNow(), ms)
  }

  async function lookOnce(): Promise<void> {
    const task = taskOf(editor)
    try {
      found.value = { ...(await linter.lint(task)), document: task.document }
      hasFailed.value = false
    } catch {
      // The script is missing or blocked.
      found.value = undefined
      hasFailed.value = true
    }
  }

  async function lintNow(): Promise<CheckedEmail | undefined> {
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
    lintNow,
    async fixAllFindings(rule) {
      for (;;) {
        const task = taskOf(editor)
        const operations = await linter.fixAllFindings(task, rule).catch(() => [])
        // Changes of others may have arrived meanwhile.
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
