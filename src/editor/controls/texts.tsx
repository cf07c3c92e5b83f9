import type { RichText } from '../../email/document/index.ts'
import { type FieldIds, TextArea } from '../../ui/fields/index.ts'
import { renderAfterFrame } from '../../ui/rendering.ts'
import { plainLines, withPlainLines } from '../fields/index.ts'
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
