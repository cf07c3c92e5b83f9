import { render } from 'preact'
import { NotEmbedded, connectHost } from './bridge/index.ts'
import { en } from './locale/index.ts'
import { openEditor } from './open.tsx'
import { createShelf, createSaver, guardLeaving, keepLock } from './saving/index.ts'
import { saveWhole, serveHost } from './serving.ts'

async function main(root: HTMLElement): Promise<void> {
  const { api, config, ...host } = await connectHost()
  const shelf = createShelf(`${config.pluginId}:${config.emailId}`, sessionStorage)
  const kept = shelf.read()
  // What a reload found unsaved goes first; the service fits it behind what others did since.
  if (kept !== undefined) {
    await api.applyOperations({ baseRevision: kept.revision, operations: kept.operations }).then(
      () => shelf.write(undefined),
      () => undefined,
    )
  }
  const opened = await api.getDocument()
  const isReader = opened.access === 'view' || opened.access === 'comment'
  const editor = await openEditor(root, {
    document: opened.document,
    config: isReader ? { ...config, readOnly: true } : config,
    api,
    async onSave(editor) {
      const saved = await saveWhole(editor)
      host.notify('save', saved)
    },
  })
  const saver = createSaver({ editor, base: opened, shelf, onLocked: () => keeper.lose() })
  const keeper = keepLock({
    editor,
    lock: opened.lock,
    async reload() {
      saver.adopt(await api.getDocument())
    },
  })
  guardLeaving(editor)
  addEventListener('pagehide', () => keeper.stop())
  if (config.customCSS !== undefined) void addCustomStyle(api.cleanCss(config.customCSS))
  serveHost({ api, config, ...host }, editor, opened.hasVersionHistory)
}

async function addCustomStyle(cleaned: Promise<{ css: string }>): Promise<void> {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(`@layer custom {${(await cleaned).css}}`)
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet]
}

const root = document.getElementById('editor') ?? document.body
void main(root).catch((error: unknown) => {
  const text = error instanceof NotEmbedded ? en['app.notEmbedded'] : en['app.failed']
  render(<p class="app-failed">{text}</p>, root)
})
