import { render } from 'preact'
import { beginningOf } from './beginning.ts'
import { NotEmbedded, connectHost } from './bridge/index.ts'
import { en } from './locale/index.ts'
import { openEditor } from './open.tsx'
import { sendLeft } from './saving/send-left.ts'
import { createShelf } from './saving/shelf.ts'

async function main(root: HTMLElement): Promise<void> {
  const host = await connectHost()
  const { api, config } = host
  let opened = await api.getDocument()
  const { userId } = opened
  const { pluginId, emailId } = config
  const shelf = createShelf({
    of: { pluginId, emailId, userId },
    open: () => localStorage,
    locks: navigator.locks as LockManager | undefined,
  })
  const sent = await sendLeft(shelf, api, opened)
  if (sent.isChanged) opened = await api.getDocument()
  const isReader = opened.access === 'view' || opened.access === 'comment'
  const { document, ahead } = beginningOf(opened, config)
  await openEditor(root, {
    ...opened,
    document,
    config: isReader ? { ...config, readOnly: true } : config,
    api,
    mayUnlock: opened.access === 'manage',
    textOnly: opened.access === 'edit_text',
    purpose: { type: opened.type, cdnUrl: opened.cdnUrl },
    async equip(editor) {
      const { embed } = await import('./embedded.ts')
      return embed({ host, editor, opened, ahead, shelf, left: sent.left })
    },
  })
}

const root = document.getElementById('editor') ?? document.body
void main(root).catch((error: unknown) => {
  const text = error instanceof NotEmbedded ? en['app.notEmbedded'] : en['app.failed']
  render(<p class="app-failed">{text}</p>, root)
})
