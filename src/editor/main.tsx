import { render } from 'preact'
import { beginningOf } from './beginning.ts'
import { type EditorApi, NotEmbedded, connectHost } from './bridge/index.ts'
import { en } from './locale/index.ts'
import { openEditor } from './open.tsx'
import { type Shelf, createShelf } from './saving/shelf.ts'

async function main(root: HTMLElement): Promise<void> {
  const host = await connectHost()
  const { api, config } = host
  const shelf = createShelf(`${config.pluginId}:${config.emailId}`, () => sessionStorage)
  await sendKept(shelf, api)
  const opened = await api.getDocument()
  const isReader = opened.access === 'view' || opened.access === 'comment'
  const { document, ahead } = beginningOf(opened, config)
  await openEditor(root, {
    ...opened,
    document,
    config: isReader ? { ...config, readOnly: true } : config,
    api,
    mayUnlock: opened.access === 'manage',
    purpose: { type: opened.type, cdnUrl: opened.cdnUrl },
    async equip(editor) {
      const { embed } = await import('./embedded.ts')
      return embed({ host, editor, opened, ahead, shelf })
    },
  })
}

/** What a reload found unsaved goes first; the service fits it behind what others did since. */
async function sendKept(shelf: Shelf, api: EditorApi): Promise<void> {
  const kept = shelf.read()
  if (kept === undefined) return
  try {
    await api.applyOperations({ baseRevision: kept.revision, operations: kept.operations })
  } catch (error) {
    // Without a service there is nothing to open either, and a reload finds it again; what contradicts cannot be sent.
    if ((error as { code?: string }).code === 'NETWORK_ERROR') throw error
  }
  shelf.write(undefined)
}

const root = document.getElementById('editor') ?? document.body
void main(root).catch((error: unknown) => {
  const text = error instanceof NotEmbedded ? en['app.notEmbedded'] : en['app.failed']
  render(<p class="app-failed">{text}</p>, root)
})
