import { blockTypes } from '../../email/blocks/index.ts'
import {
  type EmailDocument,
  type ModuleUse,
  type Operation,
  operationsBetween,
  readDocument,
} from '../../email/document/index.ts'
import { ApiFailure } from '../bridge/index.ts'
import { addModules } from '../modules/index.ts'
import { rendererOf } from '../canvas/index.ts'
import type { Editor, Rejection } from '../state/index.ts'
import { refuseChange, requireWritable } from './refuse-change.ts'

/** Replaces the email by a document of the host page, which is read as the API reads it, as one undo step. */
export async function setDocument(editor: Editor, given: unknown): Promise<void> {
  requireWritable(editor)
  const read = readDocument(given, blockTypes)
  if (!('issues' in read)) return replaceDocument(editor, read.document, editor.words.t('change.setDocument'))
  if (read.isTooLarge !== true) refuseChange(editor, read)
  throw new ApiFailure({
    error: 'The email document is too large',
    code: 'DOCUMENT_TOO_LARGE',
    details: read.issues.map(({ message }) => message).join('; '),
    issues: read.issues,
    errorType: 'validation',
    isRecoverable: true,
  })
}

/** Replaces the email by HTML of the host page, as one undo step. */
export async function setHtml(editor: Editor, content: { html: string; css: string }): Promise<void> {
  requireWritable(editor)
  const { document } = await editor.api.importHtml(content)
  await replaceDocument(editor, document, editor.words.t('change.setHtml'))
}

/** Applies operations of the host page as one undo step; issues have paths such as `/operations/0/id`. */
export async function changeByOperations(editor: Editor, operations: Operation[]): Promise<void> {
  requireWritable(editor)
  await loadModules(
    editor,
    operations.flatMap((operation) => (Object(operation) as { nodes?: unknown[] }).nodes ?? []),
  )
  const rejected = await attempt(editor, operations, editor.words.t('change.applyOperations'))
  if (rejected === undefined) return
  const issues = rejected.issues.map(({ path, message }) => ({ path: `/operations${path}`, message }))
  refuseChange(editor, rejected.isLocked === true ? rejected : { ...rejected, issues })
}

async function replaceDocument(editor: Editor, document: EmailDocument, label: string): Promise<void> {
  await loadModules(editor, document.rows)
  const rejected = await attempt(editor, operationsBetween(editor.document.peek(), document), label)
  if (rejected !== undefined) refuseChange(editor, rejected)
}

async function attempt(editor: Editor, operations: Operation[], label: string): Promise<Rejection | undefined> {
  requireWritable(editor)
  // What is typed before and after it are steps of their own.
  editor.sealHistory()
  const rejected = await editor.attempt(label, operations)
  editor.sealHistory()
  return rejected
}

/** Loads the content of modules that the canvas does not know yet. */
async function loadModules(editor: Editor, nodes: readonly unknown[]): Promise<void> {
  const uses = nodes.filter((node): node is ModuleUse => Object(node).type === 'module')
  const isUnknown = () => uses.some(({ ref }) => rendererOf(editor).modules(Object(ref)) === undefined)
  let cursor: string | null | undefined
  while (cursor !== null && isUnknown()) {
    const page = await editor.api.listModules(cursor === undefined ? {} : { cursor })
    addModules(editor, page.modules)
    cursor = page.nextCursor
  }
}
