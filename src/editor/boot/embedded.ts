import { effect, signal } from '@preact/signals'
import type { Operation } from '../../email/document/index.ts'
import { type ApiDocument, ApiFailure, type EditorNotices, type Host } from '../bridge/index.ts'
import { unknownTypes } from '../actions/index.ts'
import { addModules } from '../modules/index.ts'
import { type KeptEdits, type LeftEdits, type OfflineStore, createSaver, keepLock, requestOf } from '../saving/index.ts'
import { refreshPublication, showPublication } from '../publishing/index.ts'
import { blockProblems } from './block-problems.ts'
import { showCustomCss } from './appearance.ts'
import { finishInput } from './finish-input.ts'
import { followModules } from './follow-modules.ts'
import { invalidConfig } from './invalid-config.ts'
import { saveWhole, serveHost } from './serve-host.ts'
import { restoredBy } from '../saving/restoring.ts'
import type { Editor, RestoredEdits } from '../state/index.ts'

export interface Embedding {
  host: Host
  editor: Editor
  opened: ApiDocument
  ahead: readonly Operation[]
  store: OfflineStore
  /** Edits of an earlier window that the service rejects as they are. */
  left: LeftEdits | undefined
  /** Edits of earlier windows that were saved before the email was opened. */
  restored: readonly RestoredEdits[]
}

/** Starts saving, keeps the lock and serves the host page. Returns the function of the save command. */
export function embed({ host, editor, opened, ahead, store, left, restored }: Embedding): () => Promise<void> {
  const { api, config } = editor
  const notify = (error: unknown) => error instanceof ApiFailure && host.notify('error', failureOf(error))
  let waiting = left
  editor.restored.value = restored
  const mayOnlyRead = signal(opened.access === 'view' || opened.access === 'comment')
  // Text that is being edited is finished first; its changes are kept.
  effect(() => {
    if (mayOnlyRead.value && editor.editing.value === undefined) editor.viewOnly.value = true
  })
  const readModules = followModules(editor)
  const saver = createSaver({
    editor,
    base: opened,
    ahead,
    store,
    waiting: () => (waiting === undefined ? 0 : countOf(waiting)),
    onLocked: () => keeper.lose(),
    onFailure: notify,
    onSaved(savedAt) {
      host.notify('save', { success: true, emailId: config.emailId, savedAt, auto: true })
      readModules(true).catch(notify)
    },
    onAccess(access) {
      mayOnlyRead.value = access === 'view' || access === 'comment'
      editor.textOnly.value = access === 'edit_text'
    },
  })

  host.onSessionEnd((failure) => {
    editor.ended.value = true
    mayOnlyRead.value = true
    keeper.stop()
    notify(failure)
  })

  /** Applies the edits of an earlier window as soon as they can be saved. */
  async function restoreLeft(): Promise<void> {
    if (waiting === undefined) return
    const { remove, ...kept } = waiting
    const again = waiting
    waiting = undefined
    const before = editor.document.peek()
    try {
      await saver.restore(kept)
    } catch (error) {
      waiting = again
      throw error
    }
    // From here on this window stores these edits.
    remove()
    // Of those that need a decision, a dialog or the bar reports.
    if (editor.saving.peek().kind !== 'saved') return
    const after = saver.base.document
    noticeRestored({ count: countOf(kept), at: kept.at, versions: () => Promise.resolve({ before, after }) })
  }

  function noticeRestored(edits: RestoredEdits): void {
    editor.restored.value = [...editor.restored.peek(), edits]
  }

  /** Shows the document of the service; with pending changes, a save merges both. */
  async function showSaved(): Promise<void> {
    if (saver.pending > 0) return saver.flush()
    const next = await api.getDocument()
    // The user may have typed meanwhile.
    if (saver.pending > 0) return saver.flush()
    addModules(editor, next.modules ?? {})
    showPublication(editor, next.publication)
    saver.adopt(next, { isRebased: true })
  }

  let seen = opened.revision
  /** A revision that this window did not save: others saved or published, or a scheduled release is live. */
  function onRevision(revision: number): void {
    readModules().catch(notify)
    if (revision <= Math.max(seen, saver.base.revision)) return
    seen = revision
    refreshPublication(editor).catch(notify)
  }

  /** Saves the edits of a window that has closed. Rejected ones stay stored; the next opening offers them to the user. */
  async function takeLeft(closed: LeftEdits): Promise<void> {
    const request = requestOf(closed.edits)
    if (request === undefined) return
    const knownRevision = saver.base.revision
    try {
      const applied = await api.applyOperations({ baseRevision: closed.revision, ...request })
      closed.remove()
      await showSaved()
      const edits = restoredBy(applied, closed, { api, knownRevision })
      if (edits !== undefined) noticeRestored(edits)
    } catch (error) {
      notify(error)
    }
  }
  store.onClosed((left) => void takeLeft(left))

  const keeper = keepLock({ editor, lock: opened.lock, reload: showSaved, onRevision })
  // Users without write access have no lock, and also see changes that could not be saved.
  const isReader = mayOnlyRead.peek()
  keeper.state.subscribe(({ kind }) => void ((isReader || kind === 'held') && restoreLeft().catch(notify)))
  for (const message of unknownTypes(config)) notify(invalidConfig(message))
  const problems = blockProblems(config.blocks)
  for (const { message } of problems) notify(invalidConfig(message))
  const faulty = new Set(problems.map(({ index }) => index))
  if (faulty.size > 0)
    editor.configure({ ...config, blocks: config.blocks?.filter((_, at) => !faulty.has(at)) ?? [] }, editor.words)
  guardLeaving(editor)
  addEventListener('pagehide', () => {
    finishInput(editor)
    saver.leave()
    keeper.stop()
  })
  // A page restored from the back-forward cache continues; a hidden page may be terminated without notice.
  window.addEventListener('pageshow', ({ persisted }) => void (persisted && saver.flush()))
  document.addEventListener('visibilitychange', () => void (document.hidden && saver.flush()))
  if (config.customCSS !== undefined) showCustomCss(api, config.customCSS).catch(notify)
  serveHost(host, editor, { ...opened, mayOnlyRead })
  return async () => host.notify('save', await saveWhole(editor))
}

function countOf({ edits }: KeptEdits): number {
  return edits.reduce((sum, { operations }) => sum + operations.length, 0)
}

function failureOf({ error, code, details, errorType, isRecoverable }: ApiFailure): EditorNotices['error'] {
  return { error, code, ...(details === undefined ? {} : { details }), errorType, isRecoverable }
}

/** Makes the browser ask for confirmation before the window closes on unsaved changes. */
function guardLeaving(editor: Editor): void {
  addEventListener('beforeunload', (event) => {
    const { kind } = editor.saving.peek()
    // Rejected changes and those that wait for the lock are stored locally; staying on the page does not save them.
    if (kind !== 'saved' && kind !== 'refused' && kind !== 'waiting') event.preventDefault()
  })
}
