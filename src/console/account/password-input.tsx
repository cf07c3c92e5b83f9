import type { Signal } from '@preact/signals'
import { Field, TextInput } from '../../ui/fields/index.ts'

interface PasswordInputProps {
  label: string
  value: Signal<string>
  /** What password managers fill in. */
  isNew?: boolean
  hint?: string
  error?: string | undefined
  autofocus?: boolean
}

export function PasswordInput({ label, value, isNew = false, hint, error, autofocus }: PasswordInputProps) {
  return (
    <Field label={label} layout="stack" hint={hint} error={error}>
      {({ describedBy, id }) => (
        <TextInput
          id={id}
          isCode
          describedBy={describedBy}
          invalid={error !== undefined}
          autofocus={autofocus}
          value={value.value}
          onChange={(text) => (value.value = text)}
          attributes={{ type: 'password', autocomplete: isNew ? 'new-password' : 'current-password' }}
        />
      )}
    </Field>
  )
}
