import { type RichText, isAddress } from '../../email/document/index.ts'
import { Button } from '../../ui/controls/index.ts'
import { Combobox, type FieldIds, type Suggestion, TextArea } from '../../ui/fields/index.ts'
import { renderAfterFrame } from '../../ui/rendering.ts'
import { mergeFieldsOf, plainLines, withPlainLines } from '../fields/index.ts'
import { linkTypesOf, pickHostLink } from './host-links.ts'
import type { FieldRowProps } from './row.ts'
import { TaggedInput } from './tagged-input.tsx'

/** One line of text with merge fields. */
export function lineControl(row: FieldRowProps, ids: FieldIds) {
  const { field, target, words } = row
  return (
    <TaggedInput
      editor={row.editor}
      words={words}
      id={ids.id}
      label={words.label(field.label)}
      value={String(target.read(field.prop) ?? '')}
      placeholder={field.placeholder === undefined ? undefined : words.label(field.placeholder)}
      disabled={target.isLocked(field.prop)}
      onChange={(next) => write(row, emptyText(row, next))}
    />
  )
}

export function textControl(row: FieldRowProps, ids: FieldIds) {
  const { field, target } = row
  return (
    <TextArea
      id={ids.id}
      value={String(target.read(field.prop) ?? '')}
      disabled={target.isLocked(field.prop)}
      onChange={(next) => write(row, emptyText(row, next))}
    />
  )
}

/** Rich text as plain lines: unchanged text keeps its marks. Lists and similar can only be edited in the email. */
export function richTextControl(row: FieldRowProps, ids: FieldIds) {
  const { field, target, words } = row
  const value = target.read(field.prop)
  const rich = Array.isArray(value) ? (value as RichText) : []
  const lines = plainLines(rich)
  if (lines === undefined) return <p class="svc-hint">{words.t('text.editInEmail')}</p>
  return (
    <TextArea
      id={ids.id}
      value={lines}
      maxRows={8}
      disabled={target.isLocked(field.prop)}
      onChange={(next) => write(row, withPlainLines(rich, next))}
    />
  )
}

/** A URL, typed or suggested: merge fields, anchors of the email, mail and telephone links. */
export function linkControl({ editor, field, target, words }: FieldRowProps, ids: FieldIds) {
  const value = String(target.read(field.prop) ?? '')
  const document = editor.document.value
  const places = [...editor.outline.value.entries.values()].flatMap(({ node }): Suggestion[] => {
    return node.anchor === undefined ? [] : [{ value: `#${node.anchor}`, label: `#${node.anchor}`, detail: node.name }]
  })
  const fields = mergeFieldsOf(document, editor.config).filter(({ type }) => type === 'url' || type === 'string')
  const suggestions: Suggestion[] = [
    { value: 'https://', label: 'https://', detail: words.t('link.page') },
    { value: 'mailto:', label: 'mailto:', detail: words.t('link.mail') },
    { value: 'tel:', label: 'tel:', detail: words.t('link.phone') },
    ...linkTypesOf(editor).flatMap(({ label, links = [] }) =>
      links.map((link): Suggestion => ({ value: link.href, label: link.label, detail: label })),
    ),
    ...places,
    ...fields.map(({ path, label }) => ({ value: `{{ ${path} }}`, label, detail: `{{ ${path} }}` })),
  ]
  const isLocked = target.isLocked(field.prop)
  const write = (next: string) => target.write(words.label(field.label), field.prop, next)
  const input = (
    <Combobox
      id={ids.id}
      isCode
      label={words.label(field.label)}
      value={value}
      placeholder={field.placeholder ?? 'https://'}
      suggestions={suggestions}
      invalid={value !== '' && !value.includes('{{') && !isAddress(value)}
      disabled={isLocked}
      onChange={write}
    />
  )
  const picked = isLocked ? [] : linkTypesOf(editor).filter(({ links }) => links === undefined)
  if (picked.length === 0) return input
  return (
    <div class="svc-link-field">
      {input}
      {picked.map(({ name, label }) => (
        <Button
          key={name}
          dense
          onClick={() => {
            void pickHostLink(editor, name, value).then((href) => {
              if (href !== undefined) write(href)
            })
          }}
        >
          {`${label}…`}
        </Button>
      ))}
    </div>
  )
}

export function codeControl(row: FieldRowProps, ids: FieldIds) {
  const { field, target } = row
  return (
    <TextArea
      id={ids.id}
      isCode
      rows={6}
      maxRows={24}
      value={String(target.read(field.prop) ?? '')}
      disabled={target.isLocked(field.prop)}
      onChange={(next) => write(row, next)}
    />
  )
}

function write({ field, target, words }: FieldRowProps, value: unknown): void {
  renderAfterFrame(() => target.write(words.label(field.label), field.prop, value))
}

// An empty optional text removes the property.
function emptyText({ field, target }: FieldRowProps, text: string): string | undefined {
  return text === '' && target.isOptional(field.prop) ? undefined : text
}
