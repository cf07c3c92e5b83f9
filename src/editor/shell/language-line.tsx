import { Button } from '../../ui/controls/index.ts'
import { Icon, globeIcon } from '../../ui/icons/index.ts'
import { focusCanvas } from '../commands/index.ts'
import { languageName, openLanguages, ownLanguage, showLanguage, usePanelWords } from '../languages/index.ts'
import type { Editor } from '../state/index.ts'

/** Says above the email that another language is shown, where its words are written, and leads back. */
export function LanguageLine({ editor }: { editor: Editor }) {
  const words = usePanelWords(editor)
  const language = editor.language.value
  if (words === undefined || language === undefined) return null
  const { t } = words
  const own = languageName(editor, ownLanguage(editor.document.value))
  return (
    <div class="lock-line language-line" role="status">
      <Icon d={globeIcon} />
      <span>
        {t(editor.viewOnly.value ? 'languages.shown' : 'languages.seen', {
          language: languageName(editor, language),
          own,
        })}
      </span>
      {editor.open.value === 'languages' ? null : (
        <Button dense onClick={() => openLanguages(editor)}>
          {t('languages.title')}
        </Button>
      )}
      <Button
        dense
        onClick={() => {
          showLanguage(editor, undefined)
          focusCanvas(editor)
        }}
      >
        {t('languages.back', { language: own })}
      </Button>
    </div>
  )
}
