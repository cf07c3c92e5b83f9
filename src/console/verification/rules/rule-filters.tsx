import { useSignal } from '@preact/signals'
import { Button } from '../../../ui/controls/index.ts'
import { Select, TextInput } from '../../../ui/fields/index.ts'
import { Icon, searchIcon } from '../../../ui/icons/index.ts'
import type { RuleFilter } from './filter.ts'
import { words } from './words.ts'

interface RuleFiltersProps {
  filter: RuleFilter
  onChange: (filter: RuleFilter) => void
}

const lists = ['block', 'allow'] as const
const kinds = ['address', 'domain'] as const

/** A form, since only a whole address is found. */
export function RuleFilters({ filter, onChange }: RuleFiltersProps) {
  const typed = useSignal(filter.q)
  return (
    <form
      class="rule-filters"
      role="search"
      onSubmit={(event) => {
        event.preventDefault()
        onChange({ ...filter, q: typed.value.trim() })
      }}
    >
      <TextInput
        type="search"
        label={words.t('search')}
        placeholder={words.t('search')}
        value={typed.value}
        start={<Icon d={searchIcon} />}
        onChange={(value) => (typed.value = value)}
      />
      <Button type="submit">{words.t('find')}</Button>
      <Select
        label={words.t('list')}
        value={filter.list}
        options={[
          { value: '', label: words.t('filter.all') },
          ...lists.map((value) => ({ value, label: words.t(`filter.${value}`) })),
        ]}
        onChange={(list) => onChange({ ...filter, list })}
      />
      <Select
        label={words.t('kind')}
        value={filter.kind}
        options={[
          { value: '', label: words.t('kind.all') },
          ...kinds.map((value) => ({ value, label: words.t(`kind.${value}`) })),
        ]}
        onChange={(kind) => onChange({ ...filter, kind })}
      />
    </form>
  )
}
