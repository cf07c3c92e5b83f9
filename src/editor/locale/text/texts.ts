import type { Message } from '../../../ui/locale/index.ts'
import type { TypingKey } from './en.ts'

/** What one language's file holds. A text that is missing is said in English; a test sees to it that none is. */
export type TypingTexts = Partial<Record<TypingKey, Message>>
