import type { Signal } from '@preact/signals'
import { Field, TextInput } from '../../ui/fields/index.ts'

interface TextFieldProps {
  label: string
  hint?: string
  value: Signal<string>
  autofocus?: boolean
  isCode?: boolean
  /** Of another account than the person's: neither shown nor filled in by the browser. */
  isSecret?: boolean
}

/** A line of text with its label above. */
export function TextField({
  autofocus = false,
  hint,
  isSecret = false,
  isCode = isSecret,
  label,
  value,
}: TextFieldProps) {
  return (
    <Field label={label} layout="stack" hint={hint}>
      {({ describedBy, id }) => (
        <TextInput
          id={id}
          isCode={isCode}
          autofocus={autofocus}
          describedBy={describedBy}
          value={value.value}
          onChange={(text) => (value.value = text)}
          {...(isSecret ? { attributes: { type: 'password', autocomplete: 'off' } } : {})}
        />
      )}
    </Field>
  )
}
