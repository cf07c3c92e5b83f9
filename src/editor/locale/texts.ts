import type { Message } from '../../ui/locale/index.ts'
import type { Words } from '../../ui/words/index.ts'
import type { TextKey } from './en.ts'

export interface EditorTexts {
  /** A text that is missing is said in English; a test sees to it that none is. */
  texts: Partial<Record<TextKey, Message>>
  kit: Words
  /** Names of block types. */
  names: Readonly<Record<string, string>>
}
