import type { PanelWords } from '../locale/panels/index.ts'
import type { Editor } from '../state/index.ts'

export interface PanelProps {
  editor: Editor
  words: PanelWords
}
