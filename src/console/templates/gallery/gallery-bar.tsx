import { Select, TextInput } from '../../../ui/fields/index.ts'
import { Icon, searchIcon } from '../../../ui/icons/index.ts'
import type { TemplateFilterCounts } from '../../api/index.ts'
import { useConsole } from '../../context.ts'
import { type Filter, type View, filterUrl, views } from './filter.ts'

interface GalleryBarProps {
  filter: Filter
  counts: TemplateFilterCounts | undefined
  onChange: (change: Partial<Filter>) => void
}

/** Search as you type, types, and the views with their counts. Views without templates are left out. */
export function GalleryBar({ filter, counts, onChange }: GalleryBarProps) {
  const { words } = useConsole()
  const shown = views.filter((view) => view === 'all' || view === filter.view || countOf(counts, view) > 0)
  const types = (counts?.types ?? []).filter(({ count, value }) => count > 0 || value === filter.type)
  return (
    <div class="gallery-bar">
      <div class="gallery-tools">
        <TextInput
          type="search"
          label={words.t('templates.search')}
          placeholder={words.t('templates.search')}
          value={filter.q}
          start={<Icon d={searchIcon} />}
          onChange={(q) => onChange({ q })}
        />
        {types.length > 1 || filter.type !== '' ? (
          <Select
            label={words.t('templates.type')}
            value={filter.type}
            options={[
              { value: '', label: words.t('type.all') },
              ...types.map(({ count, value }) => ({
                value,
                label: `${words.typeName(value)} (${words.number(count)})`,
              })),
            ]}
            onChange={(type) => onChange({ type })}
          />
        ) : null}
      </div>
      <ul class="views" aria-label={words.t('templates.views')}>
        {shown.map((view) => (
          <li key={view}>
            <a
              class="view"
              href={filterUrl({ ...filter, view })}
              aria-current={view === filter.view ? 'true' : undefined}
            >
              {words.t(`view.${view}`)} <span class="view-count">{words.number(countOf(counts, view))}</span>
            </a>
          </li>
        ))}
      </ul>
    </div>
  )
}

function countOf(counts: TemplateFilterCounts | undefined, view: View): number {
  if (counts === undefined) return 0
  if (view === 'all') return counts.status.active
  if (view === 'favorites') return counts.favorite.true
  return counts.status[view]
}
