import type { ComponentChildren } from 'preact'
import { useSignal } from '@preact/signals'
import { Button } from '../../ui/controls/index.ts'
import { Field, TextInput } from '../../ui/fields/index.ts'
import { words } from './words.ts'

interface ToolFormProps {
  label: string
  intro: string
  placeholder: string
  isBusy: boolean
  onCheck: (text: string) => void
  /** Options below the input. */
  children?: ComponentChildren
}

/** One input and a button: Enter checks. */
export function ToolForm({ label, intro, placeholder, isBusy, onCheck, children }: ToolFormProps) {
  const text = useSignal('')
  return (
    <form
      class="panel tool-form"
      onSubmit={(event) => {
        event.preventDefault()
        const trimmed = text.value.trim()
        if (trimmed !== '' && !isBusy) onCheck(trimmed)
      }}
    >
      <p class="soft">{intro}</p>
      <Field label={label} layout="stack">
        {({ id, describedBy }) => (
          <div class="tool-line">
            <TextInput
              id={id}
              describedBy={describedBy}
              isCode
              placeholder={placeholder}
              value={text.value}
              onChange={(value) => (text.value = value)}
            />
            <Button variant="primary" type="submit" busy={isBusy}>
              {words.t('check')}
            </Button>
          </div>
        )}
      </Field>
      {children}
    </form>
  )
}
