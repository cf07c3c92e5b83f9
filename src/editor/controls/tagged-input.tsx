import { useSignal } from '@preact/signals'
import { useRef } from 'preact/hooks'
import { IconButton } from '../../ui/controls/index.ts'
import { TextInput, type TextInputProps, matchSuggestions } from '../../ui/fields/index.ts'
import { Icon, searchIcon, tagIcon } from '../../ui/icons/index.ts'
import { Popover } from '../../ui/overlays/index.ts'
import { type MergeField, type PanelProps, mergeFieldsOf } from '../fields/index.ts'

export interface TaggedInputProps
  extends PanelProps, Pick<TextInputProps, 'id' | 'value' | 'onChange' | 'describedBy' | 'maxLength' | 'autofocus'> {
  label: string
  placeholder?: string | undefined
  disabled?: boolean | undefined
}

/** A line of text with a button that inserts a merge field at the cursor. */
export function TaggedInput({ editor, words, label, disabled, ...input }: TaggedInputProps) {
  const fields = mergeFieldsOf(editor.document.value, editor.config)
  const isOpen = useSignal(false)
  const text = useRef<HTMLInputElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  const insert = ({ path }: MergeField) => {
    isOpen.value = false
    const at = text.current?.selectionStart ?? input.value.length
    const to = text.current?.selectionEnd ?? at
    input.onChange(`${input.value.slice(0, at)}{{ ${path} }}${input.value.slice(to)}`)
    text.current?.focus()
  }
  return (
    <>
      <TextInput
        {...input}
        inputRef={text}
        disabled={disabled}
        end={
          disabled === true || fields.length === 0 ? null : (
            <IconButton
              dense
              icon={tagIcon}
              label={words.t('tag.insertInto', { label })}
              opens="dialog"
              expanded={isOpen.value}
              buttonRef={button}
              onClick={() => (isOpen.value = !isOpen.value)}
            />
          )
        }
      />
      {isOpen.value ? (
        <Popover anchor={button} align="end" label={words.t('tag.insert')} onClose={() => (isOpen.value = false)}>
          <FieldPicker words={words} fields={fields} onPick={insert} />
        </Popover>
      ) : null}
    </>
  )
}

/** A menu of merge fields, searchable if there are many. */
export function FieldPicker(
  props: Pick<PanelProps, 'words'> & { fields: readonly MergeField[]; onPick: (field: MergeField) => void },
) {
  const { words, fields, onPick } = props
  const query = useSignal('')
  const found = matchSuggestions(
    fields.map((field) => ({ ...field, detail: field.sample, value: field.path })),
    query.value,
  )
  return (
    <div class="svc-picker-list">
      {fields.length > 6 ? (
        <TextInput
          type="search"
          autofocus
          label={words.t('tag.search')}
          placeholder={words.t('tag.search')}
          value={query.value}
          onChange={(text) => (query.value = text)}
          start={<Icon d={searchIcon} />}
        />
      ) : null}
      <ul>
        {found.map((field) => (
          <li key={field.path}>
            <button type="button" class="svc-pick" onClick={() => onPick(field)}>
              <span>{field.label}</span>
              <small dir="auto">{field.sample ?? field.path}</small>
            </button>
          </li>
        ))}
      </ul>
    </div>
  )
}
