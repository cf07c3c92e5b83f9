import { useSignalEffect } from '@preact/signals'
import { Select } from '../../ui/fields/index.ts'
import type { PanelWords } from '../locale/panels/index.ts'
import type { Editor } from '../state/index.ts'
import { languageName, languagesOf, openLanguages, ownLanguage, showLanguage } from './showing.ts'
import { usePanelWords } from './words.ts'

/** The language that canvas and preview show, for emails in several. Another one opens the panel of its words. */
export function LanguageSwitch({ editor }: { editor: Editor }) {
  const words = usePanelWords(editor)
  useSignalEffect(() => {
    const { value } = editor.language
    // Removed, by the user, by undo or by others.
    if (value !== undefined && !languagesOf(editor.document.value).includes(value)) editor.language.value = undefined
  })
  if (words === undefined || languagesOf(editor.document.value).length === 0) return null
  return (
    <span class="language-switch">
      <LanguageSelect
        editor={editor}
        words={words}
        value={editor.language.value}
        onChange={(language) => {
          showLanguage(editor, language)
          if (editor.language.peek() === undefined) return
          // On narrow windows the panel would cover the email that was asked for.
          if (innerWidth >= 900) openLanguages(editor)
          editor.announce(words.t('languages.shown', { language: languageName(editor, language) }))
        }}
      />
    </span>
  )
}

interface LanguageSelectProps {
  editor: Editor
  words: PanelWords
  /** Undefined for the email's own. */
  value: string | undefined
  onChange: (language: string) => void
}

/** The email's own language, then the others. */
export function LanguageSelect({ editor, words, value, onChange }: LanguageSelectProps) {
  const document = editor.document.value
  const own = ownLanguage(document)
  return (
    <Select
      label={words.t('languages.show')}
      value={value ?? own}
      options={[own, ...languagesOf(document)].map((one) => ({ value: one, label: languageName(editor, one) }))}
      onChange={onChange}
    />
  )
}
