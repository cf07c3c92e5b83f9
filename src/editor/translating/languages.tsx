import { batch, useSignal } from '@preact/signals'
import { useRef } from 'preact/hooks'
import { type Locale, type Operation, type Translations, settingTranslations } from '../../email/document/index.ts'
import { Button, IconButton, SegmentedControl } from '../../ui/controls/index.ts'
import { Combobox } from '../../ui/fields/index.ts'
import { closeIcon, trashIcon } from '../../ui/icons/index.ts'
import { useWords } from '../../ui/locale/index.ts'
import { type PanelProps, isLanguage, languages, nameOfLanguage } from '../fields/index.ts'
import {
  type Counts,
  LanguageSelect,
  countStates,
  languageName,
  languagesOf,
  ownLanguage,
  showLanguage,
} from '../languages/index.ts'
import { type Entry, entriesIn } from './entries.ts'
import { TextEntry } from './text-entry.tsx'

type Filter = 'all' | 'missing' | 'outdated'

/** The texts of the email beside their translations, in reading order. */
export function Languages(props: PanelProps & { onClose: () => void }) {
  const { editor, words, onClose } = props
  const { t } = words
  const { dismiss } = useWords()
  const filter = useSignal<Filter>('all')
  const language = editor.language.value
  const hasOthers = languagesOf(editor.document.value).length > 0
  const entries = language === undefined ? [] : entriesIn(editor, language)
  const listed = useListed(entries, filter.value, `${language ?? ''} ${filter.value}`)
  const isLocked = editor.viewOnly.value
  return (
    <section class="svc-inspector svc-languages" aria-label={t('languages.title')}>
      <header class="svc-inspector-head">
        <h2>{t('languages.title')}</h2>
        <IconButton icon={closeIcon} label={dismiss} onClick={onClose} />
      </header>
      <div class="svc-languages-head">
        {hasOthers ? (
          <div class="svc-languages-choice">
            <LanguageSelect
              editor={editor}
              words={words}
              value={language}
              onChange={(next) => showLanguage(editor, next)}
            />
            {language === undefined || isLocked ? null : (
              <IconButton
                icon={trashIcon}
                danger
                label={t('languages.remove', { language: languageName(editor, language) })}
                onClick={() => removeLanguage(props, language)}
              />
            )}
          </div>
        ) : null}
        {language === undefined ? <p class="svc-hint">{t('languages.intro')}</p> : null}
        {isLocked || language !== undefined ? null : <AddLanguage {...props} />}
        {language === undefined ? null : (
          <CountLine
            {...props}
            counts={countStates(entries.flatMap(({ isOptional, state }) => (isOptional ? [] : [state])))}
          />
        )}
        {language === undefined ? null : (
          <SegmentedControl<Filter>
            label={t('languages.filter')}
            value={filter.value}
            onChange={(next) => (filter.value = next)}
            segments={[
              { value: 'all', label: t('languages.all') },
              { value: 'missing', label: t('languages.missing') },
              { value: 'outdated', label: t('languages.outdated') },
            ]}
          />
        )}
      </div>
      {language === undefined ? null : listed.length === 0 ? (
        <p class="svc-hint svc-languages-none">{t('languages.none')}</p>
      ) : (
        <ol class="svc-translations">
          {listed.map((entry) => (
            <TextEntry key={`${language} ${entry.key}`} {...props} entry={entry} language={language} />
          ))}
        </ol>
      )}
    </section>
  )
}

/** What is listed stays listed while it is translated, until another filter or language is chosen. */
function useListed(entries: readonly Entry[], filter: Filter, scope: string): readonly Entry[] {
  const shown = useRef({ scope: '', keys: new Set<string>() })
  if (filter === 'all') return entries
  const known = shown.current.scope === scope ? shown.current.keys : new Set<string>()
  const isMeant = ({ isOptional, key, state }: Entry) => !isOptional && (state === filter || known.has(key))
  const listed = entries.filter(isMeant)
  shown.current = { scope, keys: new Set(listed.map(({ key }) => key)) }
  return listed
}

function CountLine({ words, counts }: PanelProps & { counts: Counts }) {
  const { count, missing, outdated } = counts
  const { number, t } = words
  const done = t('languages.count', { done: number(count - missing), count: number(count) })
  return (
    <p class="svc-languages-count" role="status" aria-live="off">
      {outdated === 0 ? done : `${done} · ${t('languages.outdatedCount', { count: outdated })}`}
    </p>
  )
}

function AddLanguage({ editor, words }: PanelProps) {
  const { t } = words
  const typed = useSignal('')
  const known = new Set([ownLanguage(editor.document.value), ...languagesOf(editor.document.value)])
  const code = typed.value.trim()
  const isNew = isLanguage(code) && ![...known].some((one) => one.toLowerCase() === code.toLowerCase())
  const add = (language: Locale) => {
    addLanguage({ editor, words }, language)
    typed.value = ''
  }
  return (
    <form
      class="svc-languages-add"
      onSubmit={(event) => {
        event.preventDefault()
        if (isNew) add(code)
      }}
    >
      <Combobox
        label={t('languages.add')}
        placeholder={t('languages.add')}
        value={typed.value}
        suggestions={languages
          .filter((one) => !known.has(one))
          .map((one) => ({ value: one, label: nameOfLanguage(words.locale, one) ?? one, detail: one }))}
        onChange={(next) => (typed.value = next)}
        onPick={({ value }) => add(value)}
      />
      <Button type="submit" disabled={!isNew}>
        {t('languages.addIt')}
      </Button>
    </form>
  )
}

function addLanguage({ editor, words }: PanelProps, language: Locale): void {
  const { meta, translations } = editor.document.peek()
  const next: Translations = {
    ...(translations ?? { default: meta.lang }),
    locales: { ...translations?.locales, [language]: {} },
  }
  batch(() => {
    editor.change(
      words.t('languages.addName', { language: languageName(editor, language) }),
      [translations === undefined ? { op: 'settings', props: { translations: next } } : settingTranslations(next)],
      { isTranslation: true },
    )
    showLanguage(editor, language)
  })
}

function removeLanguage({ editor, words }: PanelProps, language: Locale): void {
  const { translations } = editor.document.peek()
  if (translations === undefined) return
  const without = <Value,>({ [language]: _, ...others }: Record<Locale, Value>) => others
  const locales = without(translations.locales)
  const { sources } = translations
  const operation: Operation =
    Object.keys(locales).length === 0
      ? { op: 'settings', props: { translations: null } }
      : settingTranslations({ locales, ...(sources === undefined ? {} : { sources: without(sources) }) })
  batch(() => {
    editor.change(words.t('languages.remove', { language: languageName(editor, language) }), [operation], {
      isTranslation: true,
    })
    showLanguage(editor, undefined)
  })
}
