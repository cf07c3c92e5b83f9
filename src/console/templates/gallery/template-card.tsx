import { useRef } from 'preact/hooks'
import { IconButton } from '../../../ui/controls/index.ts'
import { TextInput } from '../../../ui/fields/index.ts'
import {
  duplicateIcon,
  eyeIcon,
  moreIcon,
  pencilIcon,
  starIcon,
  swapIcon,
  trashIcon,
  undoIcon,
} from '../../../ui/icons/index.ts'
import { MenuButton, type MenuItem } from '../../../ui/overlays/index.ts'
import type { Template } from '../../api/index.ts'
import { useConsole } from '../../context.ts'
import type { CellProps } from '../../long/index.ts'
import { ThumbnailImage } from '../../parts/index.ts'
import { mayEdit } from '../../start.ts'
import type { Selection } from '../bulk/selection.ts'
import { startDrag } from '../folders/drag.ts'
import type { TemplateActions } from './actions.ts'
import { statusOf } from './status.ts'

interface TemplateCardProps {
  cell: CellProps
  template: Template
  isTrash: boolean
  actions: TemplateActions
  selection: Selection | undefined
  /** With the shift key: up to this one. */
  onSelect: (isRange: boolean) => void
  onDetails: () => void
  onMove: () => void
  isRenaming: boolean
  onRename: (isOn: boolean) => void
}

export function TemplateCard(props: TemplateCardProps) {
  const { cell, template, isTrash, actions, isRenaming, onRename, selection, onSelect } = props
  const { start, words } = useConsole()
  const { favorite, id, name, thumbnail_url: image, updated_at: updated } = template
  const status = statusOf(template)
  const isSelected = selection?.ids.value.has(id) === true
  return (
    <li
      {...cell}
      class="card"
      data-selected={isSelected ? '' : undefined}
      draggable={selection !== undefined && !isRenaming}
      onDragStart={(event) => {
        const chosen = isSelected ? [...(selection?.ids.value.keys() ?? [])] : [id]
        startDrag(event, { kind: 'templates', ids: chosen })
      }}
    >
      {selection === undefined ? null : (
        <input
          type="checkbox"
          class="card-check"
          aria-label={words.t('bulk.select', { name })}
          checked={isSelected}
          onClick={(event) => onSelect(event.shiftKey)}
        />
      )}
      <Thumbnail image={image} href={isTrash ? undefined : `/templates/${id}`} />
      <div class="card-foot">
        <div class="card-text">
          {isRenaming ? (
            <NameField
              name={name}
              onDone={(next) => {
                onRename(false)
                if (next !== name) void actions.rename(template, next)
              }}
            />
          ) : isTrash ? (
            <b class="card-name">{name}</b>
          ) : (
            <a class="card-name" draggable={false} href={`/templates/${id}`}>
              {name}
            </a>
          )}
          <p class="card-note">
            <span class={`badge badge-${status}`}>{words.t(`status.${status}`)}</span>
            <time dateTime={updated} title={words.dateTime(new Date(updated))}>
              {words.ago(Date.now() - Date.parse(updated))}
            </time>
          </p>
        </div>
        {isTrash ? null : (
          <IconButton
            dense
            icon={starIcon}
            label={words.t('templates.favorite')}
            pressed={favorite}
            onClick={() => void actions.toggleFavorite(template)}
          />
        )}
        {mayEdit(start) ? (
          <MenuButton
            dense
            align="end"
            icon={moreIcon}
            label={words.t('templates.actions', { name })}
            items={() => (isTrash ? trashItems(words, template, actions) : items(words, props))}
          />
        ) : null}
      </div>
    </li>
  )
}

/** Decorative: the name below is the link. */
function Thumbnail({ image, href }: { image: string; href: string | undefined }) {
  const content = <ThumbnailImage url={image} width={320} height={400} />
  if (href === undefined) return <span class="card-image">{content}</span>
  return (
    <a class="card-image" href={href} draggable={false} tabIndex={-1} aria-hidden="true">
      {content}
    </a>
  )
}

type Words = ReturnType<typeof useConsole>['words']

function items(words: Words, { template, actions, onDetails, onMove, onRename }: TemplateCardProps): MenuItem[] {
  return [
    { label: words.t('templates.details'), icon: eyeIcon, run: onDetails },
    { label: words.t('templates.rename'), icon: pencilIcon, run: () => onRename(true) },
    { label: words.t('templates.duplicate'), icon: duplicateIcon, run: () => void actions.duplicate(template) },
    { label: words.t('folder.move'), icon: swapIcon, run: onMove },
    'line',
    { label: words.t('trash.move'), icon: trashIcon, danger: true, run: () => void actions.trash(template) },
  ]
}

function trashItems(words: Words, template: Template, actions: TemplateActions): MenuItem[] {
  return [
    { label: words.t('trash.restore'), icon: undoIcon, run: () => void actions.restore(template) },
    'line',
    { label: words.t('trash.erase'), icon: trashIcon, danger: true, run: () => void actions.erase(template) },
  ]
}

function NameField({ name, onDone }: { name: string; onDone: (name: string) => void }) {
  const { words } = useConsole()
  const typed = useRef(name)
  const finish = (next: string) => onDone(next.trim() === '' ? name : next.trim())
  return (
    <TextInput
      label={words.t('templates.name')}
      value={typed.current}
      maxLength={200}
      inputRef={(input) => {
        if (input !== null && document.activeElement !== input) input.select()
      }}
      onChange={(value) => (typed.current = value)}
      onKeyDown={(event) => {
        if (event.key === 'Enter') finish(typed.current)
        if (event.key === 'Escape') finish(name)
      }}
      onBlur={() => finish(typed.current)}
    />
  )
}
