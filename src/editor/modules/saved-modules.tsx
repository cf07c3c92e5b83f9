import type { ComponentChildren } from 'preact'
import { Icon, moduleIcon } from '../../ui/icons/index.ts'
import { insertAndFocus } from '../commands/index.ts'
import { dragNew } from '../drag/index.ts'
import type { PanelProps } from '../fields/index.ts'
import { moduleUse } from './learn.ts'
import { useModules } from './use-modules.ts'

/** The project's modules, to take like blocks: they change everywhere at once. Where there are none, `children` stand. */
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
              onClick={() => insertAndFocus(editor, moduleUse(id))}
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
