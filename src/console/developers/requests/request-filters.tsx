import { useSignal } from '@preact/signals'
import { Button } from '../../../ui/controls/index.ts'
import { Field, Select, TextInput } from '../../../ui/fields/index.ts'
import type { ApiKey } from '../../api/index.ts'
import { usePages } from '../../parts/index.ts'
import { words } from '../words.ts'
import type { RequestFilter } from './filter.ts'

interface RequestFiltersProps {
  filter: RequestFilter
  onApply: (filter: RequestFilter) => void
}

const classes = ['2xx', '3xx', '4xx', '5xx'] as const
const maxKeys = 100

/** Choices apply at once, texts with Enter. */
export function RequestFilters({ filter, onApply }: RequestFiltersProps) {
  const keys = usePages<ApiKey>('/api-keys', { limit: maxKeys })
  const typed = useSignal(filter)
  const apply = (change: RequestFilter = {}) => {
    const next = { ...typed.value, ...change }
    onApply(Object.fromEntries(Object.entries(next).filter(([, value]) => value !== '')))
  }
  const known = (keys.value ?? []).map(({ id, name }) => ({ value: id, label: name }))
  const chosen = filter.key_id
  const isListed = chosen === undefined || known.some(({ value }) => value === chosen)
  return (
    <form
      class="request-filters"
      onSubmit={(event) => {
        event.preventDefault()
        apply()
      }}
    >
      <Field label={words.t('requests.status')} layout="stack">
        {({ id }) => (
          <Select
            id={id}
            value={filter.status ?? ''}
            options={[
              { value: '', label: words.t('status.all') },
              ...classes.map((value) => ({ value, label: words.t(`requests.${value}`) })),
            ]}
            onChange={(status) => apply({ status })}
          />
        )}
      </Field>
      <Field label={words.t('requests.key')} layout="stack">
        {({ id }) => (
          <Select
            id={id}
            value={chosen ?? ''}
            options={[
              { value: '', label: words.t('requests.anyKey') },
              ...known,
              ...(isListed ? [] : [{ value: chosen, label: chosen }]),
            ]}
            onChange={(key) => apply({ key_id: key })}
          />
        )}
      </Field>
      {(['operation', 'request_id'] as const).map((name) => (
        <Field key={name} label={words.t(`requests.${name}`)} layout="stack">
          {({ id }) => (
            <TextInput
              id={id}
              isCode
              maxLength={100}
              placeholder={name === 'operation' ? 'templates.get' : 'req_…'}
              value={typed.value[name] ?? ''}
              onChange={(text) => (typed.value = { ...typed.value, [name]: text.trim() })}
            />
          )}
        </Field>
      ))}
      <div class="row">
        <Button type="submit">{words.t('requests.filter')}</Button>
        {Object.keys(filter).length === 0 ? null : (
          <Button onClick={() => onApply({})}>{words.t('requests.clear')}</Button>
        )}
      </div>
    </form>
  )
}
