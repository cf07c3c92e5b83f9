import type { AssetUse } from '../api/index.ts'
import { CsvButton, Loaded, ShowMore, usePages } from '../parts/index.ts'
import { words } from './words.ts'

/** Templates and modules that show an asset. */
export function AssetUses({ id: assetId }: { id: string }) {
  const uses = usePages<AssetUse>(`/assets/${assetId}/usage`, { limit: 20 })
  return (
    <section class="stack">
      <div class="panel-head">
        <h3>{words.t('uses')}</h3>
        <CsvButton of={uses} name="asset-uses" />
      </div>
      <Loaded from={uses}>
        {(list) =>
          list.length === 0 ? (
            <p class="soft">{words.t('noUses')}</p>
          ) : (
            <ul class="words">
              {list.map(({ id, kind, name }) => (
                <li key={id}>
                  {kind === 'template' ? <a href={`/templates/${id}`}>{name}</a> : name}{' '}
                  <span class="soft">{words.wordFor('use', kind)}</span>
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
      <ShowMore of={uses} />
    </section>
  )
}
