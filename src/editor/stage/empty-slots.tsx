import { Icon, conditionIcon, eyeOffIcon } from '../../ui/icons/index.ts'
import { addedBlock, nameOf } from '../actions/index.ts'
import { insertAndFocus } from '../commands/index.ts'
import type { Editor } from '../state/index.ts'
import type { Canvas } from '../canvas/index.ts'
import { boxOf, scaled, unseen } from '../canvas/index.ts'
import { rowsInSight, useScrolled } from './in-sight.ts'
import { iconOf } from './kinds.ts'

const quick = ['text', 'image', 'button'] as const

/** What is over the stand-ins in sight: an invitation in empty columns, the name of what the email does not show. */
export function EmptyPlaces({ editor, canvas }: { editor: Editor; canvas: Canvas }) {
  void canvas.layout.value
  void useScrolled(canvas).value
  const places = rowsInSight(canvas).flatMap((row) => [...row.querySelectorAll(unseen)])
  return (
    <>
      {places.map((element) => {
        const cell = element.localName === 'tr' ? (element.firstElementChild ?? element) : element
        const id = element.closest('[data-n]')?.getAttribute('data-n') ?? cell.getAttribute('data-n') ?? ''
        const { left, top, width, height } = scaled(boxOf(cell), canvas.scale.value)
        const style = { left: `${left}px`, top: `${top}px`, width: `${width}px`, height: `${height}px` }
        const own = cell.getAttribute('data-n')
        return own === null ? (
          <EmptyColumn
            key={`column ${id}`}
            editor={editor}
            id={id}
            style={style}
            isNarrow={width < 200 || height < 90}
          />
        ) : (
          <Unseen key={own} editor={editor} id={own} style={style} />
        )
      })}
    </>
  )
}

interface PlaceProps {
  editor: Editor
  id: string
  style: { left: string; top: string; width: string; height: string }
}

function EmptyColumn({ editor, id, style, isNarrow }: PlaceProps & { isNarrow: boolean }) {
  if (editor.readOnly.value || editor.textOnly.value) return null
  return (
    <div class="empty-column" style={style} onPointerDown={() => (editor.selection.value = id)}>
      {isNarrow ? null : <p>{editor.words.t('canvas.emptyColumn')}</p>}
      <div class="empty-quick">
        {quick.map((type) => {
          const label = editor.words.t('canvas.quick', { name: editor.words.t(`node.${type}`) })
          return (
            <button
              key={type}
              type="button"
              class="svc-icon-button svc-dense"
              aria-label={label}
              data-tip={label}
              tabIndex={-1}
              onPointerDown={(event) => event.stopPropagation()}
              onClick={() => insertAndFocus(editor, addedBlock(editor, type), { parent: id, index: 0 })}
            >
              <Icon d={iconOf(type)} />
            </button>
          )
        })}
      </div>
    </div>
  )
}

function Unseen({ editor, id, style }: PlaceProps) {
  const node = editor.outline.value.entries.get(id)?.node
  if (node === undefined) return null
  const name = nameOf(editor, node)
  const isHidden = node.hide !== undefined
  const isImage = !isHidden && node.when === undefined && (node.type === 'image' || node.type === 'video')
  const text = isHidden
    ? editor.words.t('canvas.hidden', { name })
    : node.when === undefined
      ? isImage
        ? editor.words.t('canvas.noPicture')
        : name
      : editor.words.t('canvas.shownSometimes', { name })
  const icon = isHidden ? eyeOffIcon : node.when === undefined ? iconOf(node.type) : conditionIcon
  return (
    <div class={`unseen${isImage ? ' unseen-picture' : ''}`} style={style}>
      <Icon d={icon} size={isImage ? 20 : 14} />
      <span>{text}</span>
    </div>
  )
}
