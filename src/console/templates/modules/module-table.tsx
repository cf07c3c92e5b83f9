import type { ModuleSummary } from '../../api/index.ts'
import { LongTable } from '../../long/index.ts'
import { words } from './words.ts'

interface ModuleTableProps {
  modules: readonly ModuleSummary[]
  hasMore: boolean
  /** Opens the details. */
  hrefOf: (module: ModuleSummary) => string
}

export function ModuleTable({ hasMore, hrefOf, modules }: ModuleTableProps) {
  return (
    <LongTable
      label={words.t('list')}
      columns={[words.t('name'), words.t('uses'), words.t('version'), words.t('changed')]}
      items={modules}
      hasMore={hasMore}
      keyOf={({ id }) => id}
      textOf={({ name }) => name}
    >
      {(module, row) => (
        <tr {...row}>
          <th scope="row" class="module-name" dir="auto">
            <a href={hrefOf(module)}>{module.name}</a>
          </th>
          <td class="day">
            {module.usage_count === 0 ? (
              <span class="soft">{words.t('unused')}</span>
            ) : (
              words.t('usesCount', { count: module.usage_count })
            )}
          </td>
          <td>{words.number(module.version)}</td>
          <td class="day">{words.dateTime(new Date(module.updated_at))}</td>
        </tr>
      )}
    </LongTable>
  )
}
