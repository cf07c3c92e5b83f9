import type { ModuleSummary } from '../../api/index.ts'
import { words } from './words.ts'

interface ModuleTableProps {
  modules: readonly ModuleSummary[]
  /** Opens the details. */
  hrefOf: (module: ModuleSummary) => string
}

export function ModuleTable({ hrefOf, modules }: ModuleTableProps) {
  return (
    <div class="table-box" tabIndex={0} role="group" aria-label={words.t('list')}>
      <table class="table">
        <thead>
          <tr>
            {(['name', 'uses', 'version', 'changed'] as const).map((column) => (
              <th key={column} scope="col">
                {words.t(column)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {modules.map((module) => (
            <tr key={module.id}>
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
          ))}
        </tbody>
      </table>
    </div>
  )
}
