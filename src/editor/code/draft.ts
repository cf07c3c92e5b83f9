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
import { hideFiller, restoreFiller } from './filler.ts'
import { foldHtml, layOutHtml } from './layout.ts'

export interface Printed {
  document: EmailDocument
  html: string
  text: string
  /** Reverts the changes that make the HTML readable, in an edited text too. */
  restore: (text: string) => string
}

/** The result of reading the HTML, before it is applied. */
export interface Review {
  operations: Operation[]
  warnings: ImportedContent['warnings']
  /** Number of HTML blocks that would be added. */
  htmlBlocks: number
}

/**
 * Reason that HTML was not applied: too large, no connection, a lock, a change of others, or a message of the
 * service.
 */
export type Refusal = { why: 'tooLarge' | 'offline' } | { why: 'refused' | 'unread'; message: string }

export type Step =
  | { kind: 'writing' }
  | { kind: 'reading' }
  | { kind: 'reviewing'; review: Review }
  | { kind: 'leaving' }
  | { kind: 'failed'; refusal: Refusal }

/** The edited HTML. It is kept when the view closes, so that no text is lost. */
export interface Draft {
  readonly printed: Signal<Printed>
  readonly text: Signal<string>
  readonly step: Signal<Step>
  /** True if changes are not applied. */
  readonly isChanged: ReadonlySignal<boolean>
  /** True if code mode closes after the text is applied. */
  isLeaving: boolean
}

/** The limit of the service, in bytes. */
const maxBytes = 1024 * 1024

const drafts = new WeakMap<Editor, Draft>()

/** Created from the document on the first call. */
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

/** Prints the current document, unless there are changes that are not applied. */
export function refresh(editor: Editor): void {
  const draft = draftOf(editor)
  if (draft.printed.peek().document === editor.document.peek() || draft.isChanged.peek()) return
  reprint(editor, draft)
}

/** Parses the HTML and applies it if nothing is lost; otherwise requests confirmation. */
export async function applyCode(editor: Editor, label: string): Promise<void> {
  const draft = draftOf(editor)
  const { document: base, html: printed, restore } = draft.printed.peek()
  if (editor.readOnly.peek() || draft.step.peek().kind === 'reading') return
  const html = restore(draft.text.peek())
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

/** Applies the parsed operations as one undo step; if the document or a lock rejects them, the text stays. */
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

/** Closes the confirmation; the text stays. */
export function goBack(editor: Editor): void {
  const draft = draftOf(editor)
  draft.isLeaving = false
  draft.step.value = { kind: 'writing' }
}

/** Replaces the text by the current document. */
export function discard(editor: Editor): void {
  finish(editor, draftOf(editor))
}

/** Leaves code mode; requests confirmation if changes are not applied. */
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

/** Prints the HTML for sending, with expanded modules: the text has lines, and no filler after the preheader. */
export function printCode(document: EmailDocument, modules: ModuleLookup): Printed {
  // A text field normalizes line breaks to \n.
  const html = printEmail(document, modules).html.replace(/\r\n?/g, '\n')
  const { html: visible, filler } = hideFiller(html)
  const text = layOutHtml(visible)
  const hasLines = text !== visible
  return { document, html, text, restore: (edited) => restoreFiller(hasLines ? foldHtml(edited) : edited, filler) }
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
