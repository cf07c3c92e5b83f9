import type { ModuleUsage } from '../../api/index.ts'
import { CsvButton, Loaded, ShowMore, usePages } from '../../parts/index.ts'
import { words } from './words.ts'

/** Templates and modules that show a module, each once, with the version that it shows. */
export function ModuleUses({ id: moduleId }: { id: string }) {
  const uses = usePages<ModuleUsage>(`/modules/${moduleId}/usage`, { limit: 50 })
  return (
    <section class="stack">
      <div class="panel-head">
        <h3>{words.t('usedIn')}</h3>
        <CsvButton of={uses} name="module-uses" />
      </div>
      <Loaded from={uses}>
        {(list) =>
          list.length === 0 ? (
            <p class="soft">{words.t('noUses')}</p>
          ) : (
            <ul class="words">
              {[...Map.groupBy(list, ({ id }) => id).values()].map((group) => (
                <Use key={group[0]?.id} group={group} />
              ))}
            </ul>
          )
        }
      </Loaded>
      <ShowMore of={uses} />
    </section>
  )
}

function Use({ group }: { group: readonly ModuleUsage[] }) {
  const [use] = group
  if (use === undefined) return null
  const { id, kind, name } = use
  const about = [words.wordFor('use', kind), words.t('times', { count: group.length }), versionOf(group)]
  return (
    <li>
      <a href={kind === 'template' ? `/templates/${id}` : `/modules?module=${id}`}>{name}</a>{' '}
      <span class="soft">{about.filter((text) => text !== '').join(', ')}</span>
    </li>
  )
}

function versionOf(group: readonly ModuleUsage[]): string {
  const versions = new Set(group.map(({ version }) => version))
  const [version] = versions
  if (versions.size > 1 || version === undefined) return words.t('mixed')
  return version === 'latest' ? words.t('latest') : words.t('pinned', { version })
}
