import { Select, TextInput } from '../../ui/fields/index.ts'
import { Icon, searchIcon } from '../../ui/icons/index.ts'
import { type Filter, kinds, orders } from './filter.ts'
import { words } from './words.ts'

interface AssetBarProps {
  filter: Filter
  onChange: (change: Partial<Filter>) => void
}

/** Search as you type, kind and order. */
export function AssetBar({ filter, onChange }: AssetBarProps) {
  return (
    <div class="asset-bar">
      <TextInput
        type="search"
        label={words.t('search')}
        placeholder={words.t('search')}
        maxLength={200}
        value={filter.q}
        start={<Icon d={searchIcon} />}
        onChange={(q) => onChange({ q })}
      />
      <Select
        label={words.t('kind')}
        value={filter.kind}
        options={[
          { value: '', label: words.t('kind.all') },
          ...kinds.map((value) => ({ value, label: words.t(`kind.${value}`) })),
        ]}
        onChange={(kind) => onChange({ kind })}
      />
      <Select
        label={words.t('sort')}
        value={filter.sort}
        options={orders.map((value) => ({ value, label: words.t(`sort.${value}`) }))}
        onChange={(sort) => onChange({ sort })}
      />
    </div>
  )
}
