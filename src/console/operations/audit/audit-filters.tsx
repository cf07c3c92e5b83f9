import { useSignal } from '@preact/signals'
import { Button } from '../../../ui/controls/index.ts'
import { Field, TextInput } from '../../../ui/fields/index.ts'
import { localTime } from '../../parts/index.ts'
import { words } from '../words.ts'
import { type AuditFilter, filterNames } from './filter.ts'

interface AuditFiltersProps {
  filter: AuditFilter
  onApply: (filter: AuditFilter) => void
}

const labels = {
  action: 'action',
  actor_id: 'actorId',
  target: 'targetId',
  email: 'email',
  since: 'since',
  until: 'until',
} as const

/** A form, since each filter reads the log again. */
export function AuditFilters({ filter, onApply }: AuditFiltersProps) {
  const typed = useSignal<AuditFilter>(filter)
  const apply = () =>
    onApply(Object.fromEntries(filterNames.flatMap((name) => (typed.value[name] ? [[name, typed.value[name]]] : []))))
  return (
    <form
      class="audit-filters"
      onSubmit={(event) => {
        event.preventDefault()
        apply()
      }}
    >
      {filterNames.map((name) => {
        const isTime = name === 'since' || name === 'until'
        const value = typed.value[name] ?? ''
        return (
          <Field key={name} label={words.t(labels[name])} layout="stack">
            {({ id }) => (
              <TextInput
                id={id}
                type={isTime ? 'datetime-local' : 'text'}
                maxLength={320}
                placeholder={name === 'action' ? words.t('action.hint') : undefined}
                value={isTime && value !== '' ? localTime(value) : value}
                onChange={(text) => {
                  typed.value = { ...typed.value, [name]: isTime ? instantOf(text) : text.trim() }
                }}
              />
            )}
          </Field>
        )
      })}
      <div class="row">
        <Button type="submit" variant="primary">
          {words.t('filter')}
        </Button>
        {Object.keys(filter).length === 0 ? null : <Button onClick={() => onApply({})}>{words.t('clear')}</Button>}
      </div>
    </form>
  )
}

function instantOf(local: string): string {
  return local === '' ? '' : new Date(local).toISOString()
}
