import type { Operation } from '../engines/document/index.ts'
import { type ApiDocument, ApiFailure, type EditorNotices, type Host } from './bridge/index.ts'
import { learnModules } from './modules/index.ts'
import { type Shelf, createSaver, guardLeaving, keepLock } from './saving/index.ts'
import { saveWhole, serveHost } from './serving.ts'
import type { Editor } from './state/index.ts'

export interface Embedding {
  host: Host
  editor: Editor
  opened: ApiDocument
  /** What the first save has to say before anything else. */
  ahead: readonly Operation[]
  shelf: Shelf
}

/** Begins to save, keeps the lock, and answers the host page. Gives what `save` does when people ask for it. */
export function embed({ host, editor, opened, ahead, shelf }: Embedding): () => Promise<void> {
  const { api, config } = host
  const tell = (error: unknown) => error instanceof ApiFailure && host.notify('error', failureOf(error))
  const saver = createSaver({ editor, base: opened, ahead, shelf, onLocked: () => keeper.lose(), onFailure: tell })
  const keeper = keepLock({
    editor,
    lock: opened.lock,
    async reload() {
      if (saver.pending > 0) return saver.flush()
      const next = await api.getDocument()
      // Somebody may have typed meanwhile: the save merges that.
      if (saver.pending > 0) return saver.flush()
      learnModules(editor, next.modules ?? {})
      saver.adopt(next)
    },
  })
  guardLeaving(editor)
  addEventListener('pagehide', () => keeper.stop())
  if (config.customCSS !== undefined) addCustomStyle(api.cleanCss(config.customCSS)).catch(tell)
  serveHost(host, editor, opened.hasVersionHistory)
  return async () => host.notify('save', await saveWhole(editor))
}

/** What the host page is told of a call that failed. */
function failureOf({ error, code, details, errorType, isRecoverable }: ApiFailure): EditorNotices['error'] {
  return { error, code, ...(details === undefined ? {} : { details }), errorType, isRecoverable }
}

async function addCustomStyle(cleaned: Promise<{ css: string }>): Promise<void> {
  const { css } = await cleaned
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(`@layer custom {${css}}`)
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet]
}
