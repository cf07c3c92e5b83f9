import { useSignal, useComputed } from '@preact/signals'
import { EmptyState, IconButton } from '../../ui/controls/index.ts'
import { eyeIcon, eyeOffIcon, layersIcon, lockIcon, Icon, htmlIcon } from '../../ui/icons/index.ts'
import { Tree, type TreeItem } from '../../ui/tree/index.ts'
import { isRefused, labelOf, nameOf, lockRefusal } from '../actions/index.ts'
import { RenameInput, Group } from '../controls/index.ts'
import { type PanelProps, writeNode } from '../fields/index.ts'
import { selectTogether, selectedIds } from '../state/index.ts'
import { dragLine, dropHint } from './tree-drag.ts'
import { treeItems } from './tree-items.ts'

/** The tree of the email: select, rename, hide, lock and move, also by keyboard. */
export function Layers({ editor, words }: PanelProps) {
  const { t } = words
  const closed = useSignal<ReadonlySet<string>>(new Set())
  const renaming = useSignal<string | undefined>(undefined)
  const { rows } = editor.document.value
  const outline = editor.outline.value
  const isReadOnly = editor.readOnly.value
  if (rows.length === 0) return <EmptyState icon={layersIcon} title={t('layers.empty')} text={t('layers.emptyText')} />
  const chosen = currentLast(selectedIds(editor), editor.selection.value)
  const nodeOf = (id: string) => outline.entries.get(id)?.node
  const hide = (id: string) => {
    const node = nodeOf(id)
    if (node === undefined || isReadOnly || isRefused(editor, lockRefusal(editor, [id], 'content'))) return
    const isHidden = node.hide !== undefined
    const value = isHidden ? undefined : { desktop: true as const, mobile: true as const }
    writeNode(editor, node, {
      prop: 'hide',
      value,
      label: t(isHidden ? 'change.show' : 'change.hide', { name: nameOf(editor, node) }),
    })
  }
  const commands = { Delete: 'delete', Backspace: 'delete' } as const
  const onKey = (event: KeyboardEvent, id: string): boolean => {
    if (event.key === 'a' && (event.ctrlKey || event.metaKey)) {
      if (!chosen.includes(id)) selectTogether(editor, [id])
      editor.run('selectAll')
      return true
    }
    if (isReadOnly) return false
    if (event.key === 'F2') {
      renaming.value = id
      return true
    }
    if (event.key === 'h' && !event.ctrlKey && !event.metaKey && !event.altKey) {
      hide(id)
      return true
    }
    const command = event.altKey
      ? ({ ArrowUp: 'moveUp', ArrowDown: 'moveDown' } as const)[event.key]
      : commands[event.key as keyof typeof commands]
    if (command === undefined) return false
    if (!chosen.includes(id)) selectTogether(editor, [id])
    editor.run(command)
    event.stopPropagation()
    return true
  }
  return (
    <div class="svc-layers">
      <Tree
        label={t('layers.title')}
        items={treeItems(rows, (node) => nameOf(editor, node))}
        selected={chosen}
        closed={closed.value}
        onSelect={(id) => selectTogether(editor, [id])}
        onSelectAll={(ids) => {
          selectTogether(editor, ids)
          editor.announce(editor.words.t('said.together', { count: selectedIds(editor).length }))
        }}
        onMenu={(id, at) => {
          if (!chosen.includes(id)) selectTogether(editor, [id])
          editor.menu.value = at
        }}
        onToggle={(id) => (closed.value = toggled(closed.value, id))}
        onHover={(id) => (editor.hovered.value = id)}
        onKey={onKey}
        onPointerDown={(event, id) => {
          if (!isReadOnly && !(event.target instanceof HTMLInputElement)) dragLine(editor, event, id)
        }}
        marked={dropHint.value}
        renderLabel={(item) =>
          renaming.value === item.id ? (
            <RenameInput
              label={t('layers.rename')}
              name={nodeOf(item.id)?.name ?? ''}
              placeholder={item.label}
              onDone={(name) => {
                renaming.value = undefined
                const node = nodeOf(item.id)
                if (name === undefined || node === undefined || name === (node.name ?? '')) return
                writeNode(editor, node, {
                  prop: 'name',
                  value: name === '' ? undefined : name,
                  label: t('change.property', { property: t('advanced.name') }),
                })
              }}
            />
          ) : (
            <span onDblClick={() => !isReadOnly && (renaming.value = item.id)}>{item.label}</span>
          )
        }
        renderEnd={(item) => <LineEnd item={item} hide={hide} props={{ editor, words }} />}
      />
      <HtmlBlocks editor={editor} words={words} />
      <p class="svc-hint svc-layers-help">{t('layers.help')}</p>
    </div>
  )
}

/** Icons after a label; the hide button is for pointers, because a key does the same. */
function LineEnd({ item, hide, props }: { item: TreeItem; hide: (id: string) => void; props: PanelProps }) {
  const { editor, words } = props
  const node = editor.outline.value.entries.get(item.id)?.node
  if (node === undefined) return null
  const isHidden = node.hide !== undefined
  const reason = lockRefusal(editor, [item.id], 'content')
  return (
    <span
      class="svc-line-end"
      onClick={(event) => event.stopPropagation()}
      onPointerDown={(event) => event.stopPropagation()}
    >
      {node.lock === undefined ? null : (
        <svg class="svc-icon" width="12" height="12" viewBox="0 0 24 24" aria-hidden="true">
          <path d={lockIcon} />
        </svg>
      )}
      {editor.readOnly.value ? null : (
        <span class={isHidden ? 'svc-stays' : 'svc-comes'}>
          <IconButton
            dense
            tabIndex={-1}
            icon={isHidden ? eyeOffIcon : eyeIcon}
            label={words.t(isHidden ? 'layers.show' : 'layers.hide', { name: item.label })}
            disabled={reason !== undefined}
            reason={reason}
            onClick={() => hide(item.id)}
          />
        </span>
      )}
    </span>
  )
}

// The node with the canvas tools comes last: keyboard navigation in the tree starts there.
function currentLast(ids: readonly string[], at: string | undefined): string[] {
  return [...ids.filter((id) => id !== at), ...ids.filter((id) => id === at)]
}

function toggled(set: ReadonlySet<string>, id: string): ReadonlySet<string> {
  const next = new Set(set)
  if (!next.delete(id)) next.add(id)
  return next
}

/** HTML blocks, which an import creates if no other block fits; a press selects the next one. */
function HtmlBlocks({ editor, words }: PanelProps) {
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
