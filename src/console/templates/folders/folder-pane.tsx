import { useSignal } from '@preact/signals'
import { IconButton } from '../../../ui/controls/index.ts'
import { folderIcon, layersIcon, moreIcon, pencilIcon, plusIcon, swapIcon, trashIcon } from '../../../ui/icons/index.ts'
import { MenuButton, type MenuItem } from '../../../ui/overlays/index.ts'
import { Tree, type TreeItem } from '../../../ui/tree/index.ts'
import type { FolderBranch } from '../../api/index.ts'
import { useConsole } from '../../context.ts'
import { mayEdit } from '../../start.ts'
import { createFolderActions } from './folder-actions.ts'
import { FolderNameDialog, MoveDialog } from './folder-dialogs.tsx'
import { isDragged, readDragged, startDrag } from './drag.ts'
import type { Folders } from './use-folders.ts'

interface FolderPaneProps {
  folders: Folders
  /** As in the filter. */
  selected: string
  onSelect: (folder: string) => void
  /** Templates were dropped on a folder; null: on none. */
  onDropTemplates: (ids: readonly string[], folderId: string | null) => void
  /** A folder was changed. */
  onChange: () => void
}

type Open = 'new' | 'rename' | 'move' | undefined
const all = 'all'

/** The folders as a tree that takes dropped templates and folders. The menu does the same by keyboard. */
export function FolderPane({ folders, selected, onSelect, onDropTemplates, onChange }: FolderPaneProps) {
  const console = useConsole()
  const { start, words } = console
  const closed = useSignal<ReadonlySet<string>>(new Set())
  const over = useSignal<string | undefined>(undefined)
  const open = useSignal<Open>(undefined)
  const actions = createFolderActions(console, () => {
    folders.reload()
    onChange()
  })
  const current = folders.find(selected)
  const isEditor = mayEdit(start)
  const drop = (event: DragEvent) => {
    const target = lineAt(event)
    const dragged = readDragged(event)
    over.value = undefined
    if (target === undefined || dragged === undefined) return
    event.preventDefault()
    const folderId = target === all || target === 'none' ? null : target
    if (dragged.kind === 'templates') return onDropTemplates(dragged.ids, folderId)
    const folder = folders.find(dragged.ids[0] ?? '')
    if (folder !== undefined && folder.id !== folderId && folder.parent_id !== folderId)
      void actions.move(folder, folderId)
  }
  return (
    <aside
      class="folders"
      aria-label={words.t('folder.folders')}
      onDragStart={(event) => {
        const id = lineAt(event)
        if (id !== undefined && folders.find(id) !== undefined) startDrag(event, { kind: 'folder', ids: [id] })
        else event.preventDefault()
      }}
      onDragOver={(event) => {
        const target = lineAt(event)
        over.value = target
        if (target !== undefined && isEditor && isDragged(event)) event.preventDefault()
      }}
      onDragLeave={() => (over.value = undefined)}
      onDrop={drop}
    >
      <div class="folders-head">
        <h2>{words.t('folder.folders')}</h2>
        {isEditor ? (
          <IconButton dense icon={plusIcon} label={words.t('folder.new')} onClick={() => (open.value = 'new')} />
        ) : null}
        {isEditor && current !== undefined ? (
          <MenuButton
            dense
            align="end"
            icon={moreIcon}
            label={words.t('templates.actions', { name: current.name })}
            items={() => menuOf(words, open, () => void actions.remove(current).then(() => onSelect('')))}
          />
        ) : null}
      </div>
      <Tree
        label={words.t('folder.folders')}
        items={itemsOf(folders.tree, words)}
        selected={[selected === '' ? all : selected]}
        closed={closed.value}
        isDraggable={isEditor}
        marked={over.value === undefined ? undefined : { id: over.value, part: 'inside' }}
        onSelect={(id) => onSelect(id === all ? '' : id)}
        onToggle={(id) => {
          const next = new Set(closed.value)
          if (!next.delete(id)) next.add(id)
          closed.value = next
        }}
        renderLabel={({ id, label }) => <FolderLabel folder={folders.find(id)} label={label} />}
      />
      {open.value === 'new' ? (
        <FolderNameDialog
          title={words.t('folder.new')}
          name=""
          onDone={(name) => actions.create(name, current?.id ?? null)}
          onClose={() => (open.value = undefined)}
        />
      ) : null}
      {open.value === 'rename' && current !== undefined ? (
        <FolderNameDialog
          title={words.t('templates.rename')}
          name={current.name}
          onDone={(name) => actions.rename(current, name)}
          onClose={() => (open.value = undefined)}
        />
      ) : null}
      {open.value === 'move' && current !== undefined ? (
        <MoveDialog
          title={words.t('folder.moveTitle', { name: current.name })}
          folders={folders.all.filter((folder) => !isWithin(folder, current))}
          from={current.parent_id}
          onMove={(folderId) => folderId !== current.parent_id && void actions.move(current, folderId)}
          onClose={() => (open.value = undefined)}
        />
      ) : null}
    </aside>
  )
}

/** The accessible name of a line has the count, too. */
function FolderLabel({ folder, label }: { folder: FolderBranch | undefined; label: string }) {
  const { words } = useConsole()
  if (folder === undefined || folder.template_count === 0) return <>{folder?.name ?? label}</>
  return (
    <>
      {folder.name} <span class="view-count">{words.number(folder.template_count)}</span>
    </>
  )
}

type Words = ReturnType<typeof useConsole>['words']

function itemsOf(tree: readonly FolderBranch[], words: Words): TreeItem[] {
  const print = ({ children = [], id, name, template_count: count }: FolderBranch): TreeItem => ({
    id,
    label: count === 0 ? name : `${name} ${words.number(count)}`,
    icon: folderIcon,
    children: children.map(print),
  })
  return [
    { id: all, label: words.t('folder.all'), icon: layersIcon, children: [] },
    ...tree.map(print),
    { id: 'none', label: words.t('folder.none'), children: [] },
  ]
}

function menuOf(words: Words, open: { value: Open }, remove: () => void): MenuItem[] {
  return [
    { label: words.t('templates.rename'), icon: pencilIcon, run: () => (open.value = 'rename') },
    { label: words.t('folder.move'), icon: swapIcon, run: () => (open.value = 'move') },
    'line',
    { label: words.t('folder.delete'), icon: trashIcon, danger: true, run: remove },
  ]
}

function isWithin(folder: FolderBranch, parent: FolderBranch): boolean {
  return parent.path.every((name, at) => folder.path[at] === name)
}

function lineAt({ target }: Event): string | undefined {
  return target instanceof Element ? target.closest<HTMLElement>('[data-line]')?.dataset['line'] : undefined
}
