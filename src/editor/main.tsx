import { render } from 'preact'
import { initialDocumentOf, openEditor } from './boot/open.tsx'
import { type ApiDocument, type EditorApi, type Host, OpeningFailed, connectHost } from './bridge/index.ts'
import { loadWords } from './locale/index.ts'
import type { SentEdits } from './saving/send-left.ts'
import { openEditDatabase } from './saving/edit-database.ts'
import { type LeftEdits, createOfflineStore } from './saving/offline-store.ts'

async function main(root: HTMLElement): Promise<void> {
  const host = await connectHost()
  await show(root, host).catch((error: unknown) => {
    host.fail(error)
    throw new OpeningFailed(error, host.retry)
  })
}

async function show(root: HTMLElement, host: Host): Promise<void> {
  const { api } = host
  const database = openEditDatabase()
  let opened = await api.getDocument()
  const { userId, emailId } = opened
  const config = { ...host.config, emailId }
  const { pluginId } = config
  const store = createOfflineStore({
    of: { pluginId, emailId, userId },
    database,
    locks: navigator.locks as LockManager | undefined,
  })
  const sent = await saveLeft(await store.left(), api, opened)
  if (sent.isChanged) opened = await api.getDocument()
  const isReader = opened.access === 'view' || opened.access === 'comment'
  const { document, ahead } = initialDocumentOf(opened, config)
  await openEditor(root, {
    ...opened,
    document,
    config: isReader ? { ...config, readOnly: true } : config,
    api,
    mayUnlock: opened.access === 'manage',
    textOnly: opened.access === 'edit_text',
    purpose: { type: opened.type, cdnUrl: opened.cdnUrl },
    async equip(editor) {
      const { embed } = await import('./boot/embedded.ts')
      return embed({ host, editor, opened, ahead, store, ...sent })
    },
  })
}

/** Most openings find no edits of closed windows, and load no code for them. */
async function saveLeft(all: readonly LeftEdits[], ...opened: [EditorApi, ApiDocument]): Promise<SentEdits> {
  if (all.length === 0) return { isChanged: false, left: undefined, restored: [] }
  const { sendLeft } = await import('./saving/send-left.ts')
  return sendLeft(all, ...opened)
}

// Loaded beside the email: a service that fails then does not send it any more.
const failurePage = import('./boot/failure-page.tsx')
failurePage.catch(() => undefined)

const root = document.getElementById('editor') ?? document.body
void main(root).catch(async (error: unknown) => {
  const words = await loadWords(document.documentElement.lang).catch(() => loadWords('en'))
  const { FailurePage } = await failurePage
  render(<FailurePage error={error} words={words} />, root)
})
