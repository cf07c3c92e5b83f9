import { useComputed } from '@preact/signals'
import { Icon, htmlIcon } from '../../ui/icons/index.ts'
import { nameOf } from '../actions/index.ts'
import { Group } from '../controls/index.ts'
import type { PanelProps } from '../fields/index.ts'
import { labelOf } from './tree-items.ts'

/** The blocks of HTML, such as an import leaves where no other block says it: to find them one after the other. */
export function KeptHtml({ editor, words }: PanelProps) {
  const kept = useComputed(() =>
    [...editor.outline.value.entries.values()].flatMap(({ node }) => (node.type === 'html' ? [node] : [])),
  ).value
  if (kept.length === 0) return null
  return (
    <Group name="keptHtml" title={words.t('layers.html', { count: kept.length })}>
      <p class="svc-hint">{words.t('layers.htmlHint')}</p>
      <ul class="svc-kept-html">
        {kept.map((node) => (
          <li key={node.id}>
            <button
              type="button"
              class="svc-pick"
              aria-current={editor.selection.value === node.id ? 'true' : undefined}
              onPointerEnter={() => (editor.hovered.value = node.id)}
              onPointerLeave={() => (editor.hovered.value = undefined)}
              onClick={() => (editor.selection.value = node.id)}
            >
              <Icon d={htmlIcon} />
              <span dir="auto">{labelOf(node, (one) => nameOf(editor, one))}</span>
            </button>
          </li>
        ))}
      </ul>
    </Group>
  )
}
