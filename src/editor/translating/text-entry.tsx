import { useEffect, useId, useRef } from 'preact/hooks'
import {
  type Locale,
  type RichText,
  type TextPart,
  directionOf,
  richTextToPlain,
  settingTranslations,
  withTranslation,
} from '../../email/document/index.ts'
import { Button } from '../../ui/controls/index.ts'
import { TextArea, TextInput } from '../../ui/fields/index.ts'
import { labelOf as labelOfProp, type PanelProps } from '../fields/index.ts'
import { nameOf } from '../actions/index.ts'
import { languageName } from '../languages/index.ts'
import { mayEdit } from '../state/index.ts'
import { RichField } from '../text/index.ts'
import { type Entry, translatedPart, withTranslatedPart } from './entries.ts'

interface TextEntryProps extends PanelProps {
  entry: Entry
  language: Locale
}

/** A text and its translation. Its heading selects the block. */
export function TextEntry(props: TextEntryProps) {
  const { editor, entry, words } = props
  const { t } = words
  const { node } = entry
  const label = labelOf(props)
  const isSelectable = editor.outline.value.entries.has(entry.id)
  const isLocked = editor.viewOnly.value || (node !== undefined && !mayEdit(editor.outline.value, node.id, 'text'))
  const isSelected = node !== undefined && editor.selection.value === node.id
  const line = useRef<HTMLLIElement>(null)
  // A block that is selected on the canvas brings its texts into view.
  useEffect(() => {
    if (isSelected) line.current?.scrollIntoView({ block: 'nearest' })
  }, [isSelected])
  const isLacking = entry.state !== 'translated'
  return (
    <li ref={line} class="svc-translation" data-translation={entry.key} aria-current={isSelected ? 'true' : undefined}>
      <div class="svc-translation-head">
        {node === undefined || !isSelectable ? (
          <strong>{node === undefined ? label : `${nameOf(editor, node)} · ${label}`}</strong>
        ) : (
          <button
            type="button"
            class="svc-translation-of"
            data-tip={t('languages.goTo')}
            onClick={() => (editor.selection.value = node.id)}
          >
            {nameOf(editor, node)} · {label}
          </button>
        )}
        {isLacking ? (
          <span class={`svc-translation-state svc-${entry.state}`}>
            {t(entry.state === 'missing' ? 'languages.missing' : 'languages.outdated')}
          </span>
        ) : null}
      </div>
      {entry.parts.map((part) => (
        <PartField key={part.path.join('.')} {...props} part={part} label={label} isLocked={isLocked} />
      ))}
      {isLocked || !isLacking ? null : (
        <div class="svc-translation-acts">
          {entry.state === 'missing' ? (
            <Button dense onClick={() => write(props, entry.value)}>
              {t('languages.copy')}
            </Button>
          ) : (
            <Button dense onClick={() => write(props, entry.translation)}>
              {t('languages.stillRight')}
            </Button>
          )}
        </div>
      )}
    </li>
  )
}

function labelOf({ entry, words }: TextEntryProps): string {
  if (entry.node !== undefined) return labelOfProp(words, entry.node, entry.prop)
  return words.t(entry.prop === 'subject' ? 'email.subject' : 'email.preheader')
}

function PartField(props: TextEntryProps & { part: TextPart; label: string; isLocked: boolean }) {
  const { editor, entry, isLocked, label, language, part, words } = props
  const sourceId = useId()
  const { meta } = editor.document.value
  const value = translatedPart(entry, part)
  const field = {
    label: words.t('languages.field', { label, language: languageName(editor, language) }),
    describedBy: sourceId,
    disabled: isLocked,
  }
  // An emptied property has no translation; an emptied item is empty, because the others keep theirs.
  const change = (text: unknown) => {
    if (text === undefined && part.path.length === 0) return write(props, undefined)
    write(props, withTranslatedPart(entry, part, text ?? (part.kind === 'rich' ? [] : '')))
  }
  const changeText = (text: string) => change(text === '' ? undefined : text)
  const text = typeof value === 'string' ? value : ''
  return (
    <div class="svc-translation-part">
      <p class="svc-translation-source" id={sourceId} lang={meta.lang} dir="auto">
        {part.kind === 'rich' ? richTextToPlain(part.value as RichText) : String(part.value)}
      </p>
      {part.kind === 'rich' ? (
        <RichField
          {...field}
          editor={editor}
          value={Array.isArray(value) && value.length > 0 ? (value as RichText) : undefined}
          model={part.value as RichText}
          lang={language}
          dir={directionOf(language)}
          onChange={change}
        />
      ) : part.kind === 'line' ? (
        <span lang={language}>
          <TextInput {...field} value={text} onChange={changeText} />
        </span>
      ) : part.kind === 'link' ? (
        <TextInput {...field} isCode value={text} placeholder={String(part.value)} onChange={changeText} />
      ) : (
        <TextArea {...field} isCode value={text} onChange={changeText} />
      )}
    </div>
  )
}

/** Sets the translation of a text, made of the source as it is now; undefined removes it. */
function write({ editor, entry, language, words }: TextEntryProps, value: unknown): void {
  const { translations } = editor.document.peek()
  if (translations === undefined) return
  const { key, value: source } = entry
  const next = withTranslation(translations, { locale: language, key, value, source })
  editor.change(
    words.t('languages.change', { language: languageName(editor, language) }),
    [settingTranslations(next)],
    { key: `translation:${language}:${key}`, isTranslation: true },
  )
}
