import { type Messages, type Translator, createTranslator } from '../../ui/locale/index.ts'

export interface SectionWords<Key extends string> extends Translator<Key> {
  /** The word for a value of the API, by the key `group.value`; the value itself for one that a later version adds. */
  wordFor(group: string, value: string): string
}

/** Texts of a section that exists in English only; its name in the navigation is translated. */
export function createSectionWords<const Texts extends Messages>(texts: Texts): SectionWords<keyof Texts & string> {
  const translator = createTranslator('en', texts, texts)
  const wordFor = (group: string, value: string) => {
    const text = texts[`${group}.${value}`]
    return typeof text === 'string' ? text : value.replaceAll('_', ' ')
  }
  return { ...translator, wordFor }
}
