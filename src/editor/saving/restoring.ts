import { type EmailDocument, type Operation } from '../../email/document/index.ts'
import type { AppliedOperations, EditorApi } from '../bridge/index.ts'
import type { Editor, RestoredEdits } from '../state/index.ts'
import type { LeftEdits } from './offline-store.ts'

/**
 * Describes stored edits that a response saved; undefined if an earlier request, whose response was lost, had saved
 * them: `knownRevision` is one that the window already shows.
 */
export function restoredBy(
  { revision, operations, inverse }: AppliedOperations,
  { at }: Pick<LeftEdits, 'at'>,
  { api, knownRevision }: { api: Pick<EditorApi, 'getRevision'>; knownRevision: number },
): RestoredEdits | undefined {
  if (revision <= knownRevision || operations.length === 0) return undefined
  async function versions() {
    const { document: after } = await api.getRevision(revision)
    return { before: await applied(after, inverse), after }
  }
  return { count: operations.length, at, versions }
}

async function applied(document: EmailDocument, operations: readonly Operation[]): Promise<EmailDocument> {
  const { applyFitting } = await import('./fitting.ts')
  return applyFitting(document, [{ id: '', operations: [...operations] }]).document
}

/**
 * Reverts restored edits as one undo step, except where the email was changed since; returns the number of such parts.
 * Rejects if a revision cannot be loaded; then nothing changes.
 */
export async function undoRestored(editor: Editor, restored: readonly RestoredEdits[]): Promise<number> {
  const [{ mergeDocuments }, { operationsBetween }] = await Promise.all([
    import('./merging.ts'),
    import('./fitting.ts'),
  ])
  const versions = await Promise.all(restored.map((each) => each.versions()))
  const now = editor.document.peek()
  let next = now
  let kept = 0
  for (const { before, after } of versions.reverse()) {
    const merged = mergeDocuments(after, before, next)
    next = merged.document
    kept += merged.parts.length
  }
  editor.change(editor.words.t('restored.label'), operationsBetween(now, next))
  return kept
}
