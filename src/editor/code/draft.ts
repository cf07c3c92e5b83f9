import { type ReadonlySignal, type Signal, batch, computed, signal } from '@preact/signals'
import {
  type EmailDocument,
  type ModuleLookup,
  type Operation,
  operationsBetween,
  walkNodes,
} from '../../email/document/index.ts'
import type { ImportedContent } from '../bridge/index.ts'
import { rendererOf } from '../canvas/index.ts'
import { printEmail } from './print-email.ts'
import type { Editor } from '../state/index.ts'
import { foldHtml, layOutHtml } from './layout.ts'

/** A document and the text that it was shown as. */
export interface Printed {
  document: EmailDocument
  html: string
  text: string
}

/** What reading the text brought, before it is taken over. */
export interface Review {
  operations: Operation[]
  warnings: ImportedContent['warnings']
  /** How many blocks of plain HTML there are now that were none before. */
  htmlBlocks: number
}

/** Why the text could not be taken over: too large, no service, a lock or another's change, or what the service said. */
export type Refusal = { why: 'tooLarge' | 'offline' } | { why: 'refused' | 'unread'; message: string }

/** Where applying stands. */
export type Step =
  | { kind: 'writing' }
  | { kind: 'reading' }
  | { kind: 'reviewing'; review: Review }
  | { kind: 'leaving' }
  | { kind: 'failed'; refusal: Refusal }

/** The text of code mode. It outlives the view, so nothing that was typed goes with it. */
export interface Draft {
  readonly printed: Signal<Printed>
  readonly text: Signal<string>
  readonly step: Signal<Step>
  /** Something was typed that is not applied. */
  readonly isChanged: ReadonlySignal<boolean>
  /** Whether code mode is left once the text is applied. */
  isLeaving: boolean
}

/** What the service takes at most, in bytes. */
const maxBytes = 1024 * 1024

const drafts = new WeakMap<Editor, Draft>()

/** The draft of an editor, printed from its document at first. */
export function draftOf(editor: Editor): Draft {
  const known = drafts.get(editor)
  if (known !== undefined) return known
  const printed = signal(print(editor))
  const text = signal(printed.peek().text)
  const draft: Draft = {
    printed,
    text,
    step: signal<Step>({ kind: 'writing' }),
    isChanged: computed(() => text.value !== printed.value.text),
    isLeaving: false,
  }
  drafts.set(editor, draft)
  return draft
}

/** Shows the document as it is now, unless somebody typed what is not applied. */
export function refresh(editor: Editor): void {
  const draft = draftOf(editor)
  if (draft.printed.peek().document === editor.document.peek() || draft.isChanged.peek()) return
  reprint(editor, draft)
}

/** Reads the text and takes it over at once where nothing of it is lost; else asks with what the report says. */
export async function applyCode(editor: Editor, label: string): Promise<void> {
  const draft = draftOf(editor)
  const { document: base, html: printed, text: shown } = draft.printed.peek()
  if (editor.readOnly.peek() || draft.step.peek().kind === 'reading') return
  const text = draft.text.peek()
  const html = shown === printed ? text : foldHtml(text)
  if (html === printed) return finish(editor, draft)
  if (new TextEncoder().encode(html).length >= maxBytes) return fail(draft, { why: 'tooLarge' })
  draft.step.value = { kind: 'reading' }
  try {
    const { document, warnings } = await editor.api.importHtml({ html, css: '', document: base })
    const operations = operationsBetween(base, document)
    const review = { operations, warnings, htmlBlocks: Math.max(0, htmlIn(document) - htmlIn(base)) }
    if (warnings.length > 0 || review.htmlBlocks > 0) draft.step.value = { kind: 'reviewing', review }
    else takeOver(editor, review, label)
  } catch (error) {
    fail(draft, refusalOf(error))
  }
}

/** Takes over what was read, as one entry of the log; what the document or a lock refuses leaves the text as it is. */
export function takeOver(editor: Editor, { operations }: Review, label: string): void {
  const draft = draftOf(editor)
  const before = editor.document.peek()
  editor.sealHistory()
  editor.change(label, operations)
  if (operations.length > 0 && editor.document.peek() === before) {
    const message = editor.problem.peek()?.message ?? ''
    editor.problem.value = undefined
    return fail(draft, { why: 'refused', message })
  }
  editor.announce(label)
  finish(editor, draft)
}

/** Goes back to the text as it stands. */
export function goBack(editor: Editor): void {
  const draft = draftOf(editor)
  draft.isLeaving = false
  draft.step.value = { kind: 'writing' }
}

/** Gives the text up for the document as it is. */
export function discard(editor: Editor): void {
  finish(editor, draftOf(editor))
}

/** Leaves code mode, or asks first when there is something typed that is not applied. */
export function leaveCode(editor: Editor): void {
  const draft = drafts.get(editor)
  if (draft?.isChanged.peek() !== true) editor.mode.value = 'visual'
  else if (draft.step.peek().kind !== 'reading') {
    draft.isLeaving = true
    draft.step.value = { kind: 'leaving' }
  }
}

function finish(editor: Editor, draft: Draft): void {
  batch(() => {
    reprint(editor, draft)
    draft.step.value = { kind: 'writing' }
    if (draft.isLeaving) editor.mode.value = 'visual'
    draft.isLeaving = false
  })
}

function fail(draft: Draft, refusal: Refusal): void {
  draft.isLeaving = false
  draft.step.value = { kind: 'failed', refusal }
}

function reprint(editor: Editor, draft: Draft): void {
  batch(() => {
    draft.printed.value = print(editor)
    draft.text.value = draft.printed.peek().text
  })
}

function print(editor: Editor): Printed {
  return printCode(editor.document.peek(), rendererOf(editor).modules)
}

/** The HTML of a document as it is sent, its modules put in, and the lines it is shown in. */
export function printCode(document: EmailDocument, modules: ModuleLookup): Printed {
  // A text field knows no other line breaks.
  const html = printEmail(document, modules).html.replace(/\r\n?/g, '\n')
  return { document, html, text: layOutHtml(html) }
}

function htmlIn(document: EmailDocument): number {
  let count = 0
  for (const { node } of walkNodes(document)) if (node.type === 'html') count++
  return count
}

function refusalOf(error: unknown): Refusal {
  const { code, details, message = '' } = error as { code?: string; details?: string; message?: string }
  if (code === 'NETWORK_ERROR') return { why: 'offline' }
  if (code === 'PAYLOAD_TOO_LARGE' || code === 'DOCUMENT_TOO_LARGE') return { why: 'tooLarge' }
  return { why: 'unread', message: details ?? message }
}
