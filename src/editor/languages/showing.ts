import { batch } from '@preact/signals'
import type { EmailDocument, Locale } from '../../email/document/index.ts'
import { nameOfLanguage } from '../fields/index.ts'
import type { Editor } from '../state/index.ts'

/** Languages into which the email is translated, without its own. */
export function languagesOf({ translations }: EmailDocument): Locale[] {
  if (translations === undefined) return []
  return Object.keys(translations.locales).filter((one) => one !== translations.default)
}

/** Name of a language in the language of the editor, or its tag. */
export function languageName({ config }: Editor, code: Locale): string {
  return nameOfLanguage(config.locale, code) ?? code
}

/** The email's own language. */
export function ownLanguage({ meta, translations }: EmailDocument): Locale {
  return translations?.default ?? meta.lang
}

/** Shows the email in a language; undefined is its own. */
export function showLanguage(editor: Editor, language: Locale | undefined): void {
  const { document } = editor
  const isOwn = language === undefined || language === ownLanguage(document.peek())
  batch(() => {
    editor.editing.value = undefined
    editor.language.value = isOwn ? undefined : language
  })
}

/** Opens the panel, if given in a language. */
export function openLanguages(editor: Editor, language?: Locale): void {
  batch(() => {
    if (language !== undefined) showLanguage(editor, language)
    editor.open.value = 'languages'
    // On narrow windows the panel opens over the canvas by itself.
    editor.sheet.value = undefined
  })
}
