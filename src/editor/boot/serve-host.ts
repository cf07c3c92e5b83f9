import type { ReadonlySignal } from '@preact/signals'
import type { Operation } from '../../email/document/index.ts'
import { type ApiDocument, ApiFailure, type EarlierEdit, type Host, type HostHandlers } from '../bridge/index.ts'
import { rendererOf } from '../canvas/index.ts'
import { showMode } from '../commands/show-mode.ts'
import { printEmail } from '../code/print-email.ts'
import { saverOf } from '../saving/index.ts'
import { showStyle } from './appearance.ts'
import { finishInput } from './finish-input.ts'
import { refuseChange } from './refuse-change.ts'
import { decideReview, publishEmail, requestApproval, unpublishEmail, withdrawRequest } from '../publishing/index.ts'
import type { Editor } from '../state/index.ts'

export interface HostRights extends Pick<ApiDocument, 'hasVersionHistory' | 'rights'> {
  /** The level of the user allows no change. */
  mayOnlyRead: ReadonlySignal<boolean>
}

/** Serves the SDK of the host page and sends its events, from the first rendering on. */
export function serveHost(host: Host, editor: Editor, { hasVersionHistory, rights, mayOnlyRead }: HostRights): void {
  host.serve(inOrder(handlersFor(editor, hasVersionHistory, mayOnlyRead)), rights)
  editor.observe(({ source }) => {
    if (source !== 'received') notifyChange(host, editor)
  })
  onChange(editor.selection, (id) => host.notify('selectionChanged', { id: id ?? null }))
  onChange(editor.saving, ({ kind }) => kind === 'saved' && notifyChange(host, editor))
  onChange(editor.published, (published) => published?.release.live === true && host.notify('published', published))
  onChange(editor.mode, (mode) => host.notify('modeChanged', { mode }))
}

// Skips the first call of a subscription, which has the current value.
function onChange<T>(value: ReadonlySignal<T>, onChange: (now: T) => void): void {
  let isFirst = true
  value.subscribe((now) => {
    if (!isFirst) onChange(now)
    isFirst = false
  })
}

function notifyChange(host: Host, editor: Editor): void {
  const { canUndo, canRedo } = editor.history.peek()
  const dirty = editor.saving.peek().kind !== 'saved'
  host.notify('change', { revision: saverOf(editor)?.base.revision ?? 0, dirty, canUndo, canRedo })
}

/** Calls that change email or configuration, and may take time. */
const changing: readonly (keyof HostHandlers)[] = ['setHtml', 'setDocument', 'applyOperations', 'update']

/** Each call waits for earlier calls that change something, so it has their effect. */
function inOrder(handlers: HostHandlers): HostHandlers {
  let last: Promise<unknown> | undefined
  const ordered = Object.entries(handlers).map(([name, handle]) => {
    const run = handle as (args: unknown) => unknown
    async function wait(args: unknown): Promise<unknown> {
      await last?.catch(() => undefined)
      return run(args)
    }
    function change(args: unknown): Promise<unknown> {
      last = wait(args)
      return last
    }
    // The page is about to remove the frame.
    if (name === 'flush') return [name, run]
    return [name, changing.includes(name as keyof HostHandlers) ? change : wait]
  })
  return Object.fromEntries(ordered) as HostHandlers
}

function handlersFor(editor: Editor, hasVersionHistory: boolean, mayOnlyRead: ReadonlySignal<boolean>): HostHandlers {
  const { api } = editor
  const undoState = () => {
    const { canUndo, canRedo } = editor.history.peek()
    return { canUndo, canRedo }
  }
  return {
    getHtml: () => printEmail(editor.document.peek(), rendererOf(editor).modules),
    setHtml: async (content) => (await import('./change-content.ts')).setHtml(editor, content),
    setDocument: async ({ document }) => (await import('./change-content.ts')).setDocument(editor, document),
    applyOperations: async ({ operations }) =>
      (await import('./change-content.ts')).changeByOperations(editor, operations as Operation[]),
    update: async ({ options }) =>
      (await import('./reconfigure.ts')).reconfigure(editor, options, { mayOnlyRead: mayOnlyRead.peek() }),
    async save() {
      if (mayOnlyRead.peek()) refuseChange(editor)
      return saveWhole(editor)
    },
    async flush() {
      finishInput(editor)
      await saverOf(editor)?.flush()
    },
    // The SDK fires `save` and `exported` for its own calls.
    export: ({ format }) => api.export({ document: editor.document.peek(), format }),
    compile: () => api.compile({ document: editor.document.peek() }),
    preview: ({ device, recipient }) =>
      api.preview({ document: editor.document.peek(), device, ...(recipient === undefined ? {} : { recipient }) }),
    undo() {
      editor.run('undo')
      return undoState()
    },
    redo() {
      editor.run('redo')
      return undoState()
    },
    setMode: ({ mode }) => showMode(editor, mode),
    getMode: () => ({ mode: editor.mode.peek(), ...undoState() }),
    toggleVersionHistory() {
      const isSaved = hasVersionHistory || (saverOf(editor)?.base.revision ?? 0) > 0
      const isOpen = isSaved && editor.open.peek() !== 'versions'
      editor.open.value = isOpen ? 'versions' : undefined
      return { versionHistoryOpen: isOpen, hasVersionHistory: isSaved }
    },
    setReadOnly({ readOnly }) {
      if (!readOnly && mayOnlyRead.peek()) refuseChange(editor)
      editor.viewOnly.value = readOnly
    },
    setTheme({ theme }) {
      editor.configure({ ...editor.config, theme }, editor.words)
      showStyle(editor.words, editor.config)
    },
    getDocument({ publication }) {
      const document = structuredClone(editor.document.peek()) as object as Record<string, unknown>
      return publication === true ? { ...document, publication: editor.publication.peek() } : document
    },
    publish: (options) => publishEmail(editor, options),
    unpublish: () => unpublishEmail(editor),
    requestReview: ({ note }) => requestApproval(editor, note),
    withdrawReview: ({ reviewId }) => withdrawRequest(editor, reviewId),
    approve: ({ note, reviewId }) => decideReview(editor, { isApproved: true, note, reviewId }),
    reject: ({ note, reviewId }) => decideReview(editor, { isApproved: false, note, reviewId }),
  }
}

/** Sends pending edits, then saves the document as a version. */
export async function saveWhole(editor: Editor) {
  const saver = saverOf(editor)
  const send = async (previous: EarlierEdit[]) => {
    if (editor.saving.peek().kind === 'conflict') failForConflict(editor)
    const document = editor.document.peek()
    const { revision, success, emailId, templateId, savedAt } = await editor.api.save({
      ...printEmail(document, rendererOf(editor).modules),
      document,
      editId: crypto.randomUUID(),
      ...(previous.length === 0 ? {} : { previous }),
      ...(saver === undefined || saver.base.revision === 0 ? {} : { baseRevision: saver.base.revision }),
    })
    return { revision, document, answer: { success, emailId, templateId, savedAt } }
  }
  const { answer } = await (saver?.saveWhole(send) ?? send([]))
  return answer
}

// Saving the whole would overwrite changes of others, which requires a decision of the user.
function failForConflict(editor: Editor): never {
  editor.open.value = 'conflict'
  throw new ApiFailure({
    error: 'Failed to save template',
    code: 'SAVE_FAILED',
    details: 'REVISION_CONFLICT: Others changed the same. Choose in the dialog of the editor, then save.',
    errorType: 'server',
    isRecoverable: true,
  })
}
