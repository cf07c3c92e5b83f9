import { useSignal } from '@preact/signals'
import { Button } from '../../../../ui/controls/index.ts'
import { Field, Select, TextInput } from '../../../../ui/fields/index.ts'
import { plusIcon } from '../../../../ui/icons/index.ts'
import type { Grant } from '../../../api/index.ts'
import type { Principals } from './use-principals.ts'
import { accesses, words } from './words.ts'

const kinds = ['user', 'role', 'api_key', 'plugin_user'] as const

interface GrantFormProps {
  principals: Principals
  isBusy: boolean
  onGrant: (grant: Omit<Grant, 'id'>) => void
}

/** A new rule: for whom, and which level. */
export function GrantForm({ isBusy, onGrant, principals }: GrantFormProps) {
  const kind = useSignal<(typeof kinds)[number]>('user')
  const chosen = useSignal('')
  const level = useSignal<(typeof accesses)[number]>('view')
  const isMissing = useSignal(false)
  const choices = principals.choicesOf(kind.value)
  return (
    <form
      class="row grant-form"
      onSubmit={(event) => {
        event.preventDefault()
        const id = chosen.value.trim()
        isMissing.value = id === ''
        if (id === '') return
        onGrant({ principal: { kind: kind.value, id }, level: level.value })
        chosen.value = ''
      }}
    >
      <Field label={words.t('chooseKind')} layout="stack">
        {({ id }) => (
          <Select
            id={id}
            value={kind.value}
            options={kinds.map((value) => ({ value, label: words.t(`kind.${value}`) }))}
            onChange={(value) => {
              kind.value = value
              chosen.value = ''
              isMissing.value = false
            }}
          />
        )}
      </Field>
      <Field
        label={words.t(`id.${kind.value}`)}
        layout="stack"
        error={isMissing.value ? words.t('noChoice') : undefined}
      >
        {({ describedBy, id }) =>
          choices === undefined ? (
            <TextInput
              id={id}
              isCode
              describedBy={describedBy}
              invalid={isMissing.value}
              maxLength={200}
              value={chosen.value}
              onChange={(value) => (chosen.value = value)}
            />
          ) : (
            <Select
              id={id}
              describedBy={describedBy}
              placeholder={words.t('choose')}
              value={chosen.value === '' ? undefined : chosen.value}
              options={choices}
              onChange={(value) => (chosen.value = value)}
            />
          )
        }
      </Field>
      <Field label={words.t('level')} layout="stack">
        {({ id }) => (
          <Select
            id={id}
            value={level.value}
            options={accesses.map((value) => ({ value, label: words.t(`level.${value}`) }))}
            onChange={(value) => (level.value = value)}
          />
        )}
      </Field>
      <Button type="submit" icon={plusIcon} busy={isBusy}>
        {words.t('add')}
      </Button>
    </form>
  )
}
