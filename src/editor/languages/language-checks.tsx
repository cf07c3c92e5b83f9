import { Button } from '../../ui/controls/index.ts'
import { Icon, globeIcon } from '../../ui/icons/index.ts'
import type { PanelProps } from '../fields/index.ts'
import { type Counts, lackingLanguages } from './counts.ts'
import { languageName, openLanguages } from './showing.ts'

/** One line for each language in which texts are missing or out of date; it leads to them. */
export function LanguageChecks({ editor, words }: PanelProps) {
  const lacking = lackingLanguages(editor.document.value)
  if (lacking.length === 0) return null
  return (
    <ul class="svc-language-checks" aria-label={words.t('languages.title')}>
      {lacking.map(({ language, ...counts }) => (
        <li key={language}>
          <Icon d={globeIcon} />
          <span>
            {languageName(editor, language)}
            <small>{lackText(words, counts)}</small>
          </span>
          <Button dense onClick={() => openLanguages(editor, language)}>
            {words.t('languages.title')}
          </Button>
        </li>
      ))}
    </ul>
  )
}

function lackText({ t, locale }: PanelProps['words'], { missing, outdated }: Counts): string {
  const parts = [
    ...(missing === 0 ? [] : [t('languages.missingCount', { count: missing })]),
    ...(outdated === 0 ? [] : [t('languages.outdatedCount', { count: outdated })]),
  ]
  return new Intl.ListFormat(locale, { type: 'unit', style: 'short' }).format(parts)
}
