import { connectHost } from './bridge/index.ts'
import { openEditor } from './open.tsx'

async function main(): Promise<void> {
  const root = document.getElementById('editor') ?? document.body.appendChild(document.createElement('div'))
  root.id = 'editor'
  const host = await connectHost()
  const opened = await host.api.getDocument()
  await openEditor(root, { document: opened.document, config: host.config, api: host.api })
}

void main()
