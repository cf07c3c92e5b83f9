import { render } from 'preact'
import type { EmailDocument } from '../engines/document/index.ts'
import { applyTheme } from '../ui/theme/index.ts'
import type { EditorApi, EditorConfig } from './bridge/index.ts'
import { commands } from './commands/index.ts'
import { loadWords } from './locale/index.ts'
import { Shell } from './shell/index.ts'
import { type Editor, createEditor, createLateApply } from './state/index.ts'

/** What an editor is opened with. */
export interface Opening {
  document: EmailDocument
  config: EditorConfig
  api: EditorApi
  /** Somebody asks to save. */
  onSave?: (editor: Editor) => Promise<void>
}

/** Shows the editor in an element of this page. What checks changes is read meanwhile. */
export async function openEditor(root: HTMLElement, { document: email, onSave, ...parts }: Opening): Promise<Editor> {
  const { config } = parts
  const apply = createLateApply(import('./engine.ts').then((engine) => engine.apply))
  const words = await loadWords(config.locale)
  const page = document.documentElement
  page.lang = words.locale
  page.dir = words.dir
  applyTheme(page, config.theme, config.customization.primaryColor)
  const editor = createEditor({
    ...parts,
    document: email,
    words,
    apply,
    commands,
    save: async () => {
      await onSave?.(editor)
    },
  })
  render(<Shell editor={editor} />, root)
  return editor
}
