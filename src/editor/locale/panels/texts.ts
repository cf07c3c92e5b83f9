import type { Message } from '../../../ui/locale/index.ts'
import type { PanelKey } from './en.ts'

export interface PanelTexts {
  texts: Record<PanelKey, Message>
  /** Labels of block types by what they are in English. */
  labels: Readonly<Record<string, string>>
}
