import { effect } from '@preact/signals'
import type { ModuleUse } from '../../email/document/index.ts'
import { rendererOf } from '../canvas/index.ts'
import { addModules } from '../modules/index.ts'
import type { Editor } from '../state/index.ts'
import { createRenderPage } from './editing.ts'

/** Interval between reads of modules that others may have changed, in ms. */
const readMs = 30_000

/**
 * Keeps the content of module instances that follow the latest version as the service renders it. Returns a function to
 * call while the window is visible, which reads them twice a minute, and at once with `isDue`.
 */
export function followModules(editor: Editor, now: () => number = Date.now): (isDue?: boolean) => Promise<void> {
  let readAt = now()

  async function follow(isDue = false): Promise<void> {
    if (!hasLatest(editor) || (!isDue && now() - readAt < readMs)) return
    readAt = now()
    const { modules = {} } = await editor.api.getDocument()
    const { modules: known } = rendererOf(editor)
    const isChanged = Object.entries(modules).some(([key, content]) => {
      const [id = '', version = ''] = key.split(' ')
      return JSON.stringify(known({ id, version: readVersion(version) })) !== JSON.stringify(content)
    })
    if (!isChanged) return
    addModules(editor, modules)
    // Rows that did not change have the old modules in the caches of the last one.
    rendererOf(editor).renderPage.value = createRenderPage()
  }

  // What is previewed is what is sent.
  effect(() => {
    if (editor.open.value === 'preview') follow(true).catch(() => undefined)
  })
  return follow
}

function readVersion(version: string): 'latest' | number {
  return version === 'latest' ? version : Number(version)
}

function hasLatest(editor: Editor): boolean {
  return [...editor.outline.peek().entries.values()].some(
    ({ node }) => node.type === 'module' && (node as ModuleUse).ref.version === 'latest',
  )
}
