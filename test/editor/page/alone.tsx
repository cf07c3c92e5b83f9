/** The editor in a page of its own, for tests: the document comes with the page, saving is cached there. */
import type { EmailDocument, ModuleFragment } from '../../../src/email/document/index.ts'
import { ApiFailure, type EditorApi, type EditorConfig } from '../../../src/editor/bridge/index.ts'
import { openEditor } from '../../../src/editor/boot/open.tsx'
import { createSaver, createOfflineStore } from '../../../src/editor/saving/index.ts'
import { openEditDatabase } from '../../../src/editor/saving/edit-database.ts'
import type { Editor } from '../../../src/editor/state/index.ts'

declare global {
  interface Window {
    editor: Editor
  }
}

const given = JSON.parse(document.querySelector('script[type="application/json"]')?.textContent ?? '{}') as {
  document: EmailDocument
  canvas: string
  modules: Readonly<Record<string, ModuleFragment>>
  config: EditorConfig
  isSaved: boolean
}

/** The calls of the plugin surface, on the paths of this test's own server. */
const api = new Proxy({} as EditorApi, {
  get:
    (_, name: string) =>
    async (...args: unknown[]) => {
      const response = await fetch(`/api/${name}`, { method: 'POST', body: JSON.stringify(args) }).catch(
        () => undefined,
      )
      if (response === undefined) throw new ApiFailure(unreachable)
      const answer = (await response.json()) as never
      if (!response.ok) throw new ApiFailure(answer, answer)
      return answer
    },
})

const unreachable = { error: 'Not reached', code: 'NETWORK_ERROR', errorType: 'network', isRecoverable: true } as const

const root = document.getElementById('editor')
async function save(editor: Editor): Promise<() => Promise<void>> {
  const store = createOfflineStore({
    of: { pluginId: 'alone', emailId: 'alone', userId: 'alone' },
    database: openEditDatabase(),
  })
  const saver = createSaver({ editor, base: { revision: 1, document: given.document }, store })
  return () => saver.flush()
}
if (root !== null) window.editor = await openEditor(root, { ...given, api, ...(given.isSaved ? { equip: save } : {}) })
