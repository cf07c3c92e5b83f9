import type { ComponentChildren } from 'preact'
import { pressOnce } from '../../ui/controls/index.ts'
import { Icon, moduleIcon } from '../../ui/icons/index.ts'
import { insertAndFocus } from '../commands/index.ts'
import { dragNew } from '../drag/index.ts'
import type { PanelProps } from '../fields/index.ts'
import { moduleUse, addModules, savedModuleCount } from './learn.ts'
import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import type { Editor } from '../state/index.ts'

/**
 * Modules of the project, inserted like blocks: editing one changes every email that uses it. `children` is shown if
 * there are none.
 */
export function SavedModules({
  editor,
  words,
  query,
  children,
}: PanelProps & { query: string; children: ComponentChildren }) {
  const found = useModules(editor, query)
  if (found.length === 0) return <>{children}</>
  return (
    <section>
      <h3 class="svc-palette-title">{words.t('palette.saved')}</h3>
      <ul class="svc-saved">
        {found.map(({ id, name }) => (
          <li key={id}>
            <button
              type="button"
              class="svc-pick"
              disabled={editor.readOnly.value || editor.textOnly.value}
              onPointerDown={(event) =>
                dragNew(editor, event, { make: () => moduleUse(id), label: name, icon: moduleIcon })
              }
              {...pressOnce(() => insertAndFocus(editor, moduleUse(id)))}
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

export interface SavedModule {
  id: string
  name: string
}

const pageSize = 50
const quietMs = 200

/** Modules that match a query, and their content for the canvas; empty while loading. */
export function useModules(editor: Editor, query: string): readonly SavedModule[] {
  const found = useSignal<readonly SavedModule[]>([])
  const offered = editor.config.palette?.modules
  useEffect(() => {
    if (offered === false) return undefined
    let isWanted = true
    const load = async () => {
      const options = query.trim() === '' ? {} : { q: query.trim() }
      const { data, modules } = await editor.api.listModules({ limit: pageSize, ...options })
      if (!isWanted) return
      addModules(editor, modules)
      found.value = data
    }
    // If the list fails to load, the rest of the palette still works.
    const timer = setTimeout(() => void load().catch(() => undefined), query === '' ? 0 : quietMs)
    return () => {
      isWanted = false
      clearTimeout(timer)
    }
  }, [query, savedModuleCount(editor).value, offered === false])
  if (offered === false) return []
  return offered === undefined ? found.value : found.value.filter(({ id }) => offered.includes(id))
}
