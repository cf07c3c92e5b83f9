import { useSignal } from '@preact/signals'
import type { ComponentChildren } from 'preact'
import { useEffect } from 'preact/hooks'
import { Icon, moduleIcon } from '../../ui/icons/index.ts'
import { insertNode } from '../actions/index.ts'
import { dragNew } from '../drag/index.ts'
import type { PanelProps } from '../fields/index.ts'
import { learnModules, moduleUse, savedCount } from './learn.ts'

interface SavedModule {
  id: string
  name: string
}

const pageSize = 50
const quietMs = 200

/** The project's modules, to take like blocks: they change everywhere at once. Where there are none, `children` stand. */
export function SavedModules({
  editor,
  words,
  query,
  children,
}: PanelProps & { query: string; children: ComponentChildren }) {
  const found = useSignal<readonly SavedModule[]>([])
  useEffect(() => {
    let isWanted = true
    const load = async () => {
      const wish = query.trim() === '' ? {} : { q: query.trim() }
      const { data, modules } = await editor.api.listModules({ limit: pageSize, ...wish })
      if (!isWanted) return
      learnModules(editor, modules)
      found.value = data
    }
    // Without the list the palette still has everything else.
    const timer = setTimeout(() => void load().catch(() => undefined), query === '' ? 0 : quietMs)
    return () => {
      isWanted = false
      clearTimeout(timer)
    }
  }, [query, savedCount(editor).value])
  if (found.value.length === 0) return <>{children}</>
  return (
    <section>
      <h3 class="svc-palette-title">{words.t('palette.saved')}</h3>
      <ul class="svc-saved">
        {found.value.map(({ id, name }) => (
          <li key={id}>
            <button
              type="button"
              class="svc-pick"
              disabled={editor.readOnly.value}
              onPointerDown={(event) =>
                dragNew(editor, event, { make: () => moduleUse(id), label: name, icon: moduleIcon })
              }
              onClick={() => insertNode(editor, moduleUse(id))}
            >
              <Icon d={moduleIcon} />
              <span dir="auto">{name}</span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}
