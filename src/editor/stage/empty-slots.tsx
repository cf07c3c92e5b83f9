import { Icon, conditionIcon, eyeOffIcon } from '../../ui/icons/index.ts'
import { addedBlock, kindName, nameOf } from '../actions/index.ts'
import { focusCanvas, insertAndFocus, lacksImage } from '../commands/index.ts'
import type { Editor } from '../state/index.ts'
import { type Canvas, boxOf, scaled, unseen } from '../canvas/index.ts'
import { iconOf } from './kinds.ts'
import { type ReadonlySignal, useSignal } from '@preact/signals'
import { useLayoutEffect } from 'preact/hooks'

const quick = ['text', 'image', 'button'] as const

/** Overlays of visible placeholders: a hint in empty columns, the name of hidden or empty nodes. */
export function EmptySlots({ editor, canvas }: { editor: Editor; canvas: Canvas }) {
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
          <Unseen key={own} editor={editor} id={own} style={style} width={width} />
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
          const label = editor.words.t('canvas.quick', { name: kindName(editor.words, type) })
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

function Unseen({ editor, id, style, width }: PlaceProps & { width: number }) {
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
    <div class={`unseen${isImage ? ' unseen-image' : ''}`} style={style}>
      {isImage && lacksImage(editor, id) ? (
        <button
          type="button"
          class="unseen-choose"
          aria-label={text}
          data-tip={text}
          tabIndex={-1}
          onClick={() => {
            editor.selection.value = id
            // The dialog returns the focus to it; the button is gone once an image is chosen.
            focusCanvas(editor)
            editor.open.value = 'image'
          }}
        >
          <Icon d={icon} size={20} />
          <span>{text}</span>
        </button>
      ) : (
        <>
          <Icon d={icon} size={isImage ? 20 : 14} />
          {width < widthOf(text) ? null : <span>{text}</span>}
        </>
      )}
    </div>
  )
}

/** Enough px for a text beside an icon: in a narrow column the icon says it, a cut text would not. */
function widthOf(text: string): number {
  return [...text].reduce((sum, letter) => sum + (letter > '\u2e7f' ? 14 : 8), 44)
}

/** Scroll position in steps of half a window, so that the visible rows are computed rarely. */
function useScrolled(canvas: Canvas): ReadonlySignal<number> {
  const scrolled = useSignal(0)
  useLayoutEffect(() => {
    const stage = canvas.frame.closest('.canvas')
    const onScroll = () => (scrolled.value = Math.round((2 * (stage?.scrollTop ?? 0)) / innerHeight))
    onScroll()
    stage?.addEventListener('scroll', onScroll, { passive: true })
    return () => stage?.removeEventListener('scroll', onScroll)
  }, [])
  return scrolled
}

/** Rows in the window, and one window height above and below. */
function rowsInSight(canvas: Canvas): Element[] {
  const rows = canvas.document.body.lastElementChild?.children ?? []
  const scale = canvas.scale.peek()
  const { top } = canvas.frame.getBoundingClientRect()
  const [from, to] = [(-innerHeight - top) / scale, (2 * innerHeight - top) / scale]
  const found: Element[] = []
  for (let at = firstBelow(rows, from); at < rows.length; at++) {
    const row = rows[at]
    if (row === undefined || row.getBoundingClientRect().top > to) break
    found.push(row)
  }
  return found
}

// Binary search, as rows are below each other. Hidden rows have no box and count as above.
function firstBelow(rows: ArrayLike<Element>, y: number): number {
  let [low, high] = [0, rows.length]
  while (low < high) {
    const middle = (low + high) >> 1
    let at = middle
    let box = rows[at]?.getBoundingClientRect()
    while (at < high && box?.width === 0 && box.height === 0) box = rows[++at]?.getBoundingClientRect()
    if (at >= high || (box?.bottom ?? 0) >= y) high = middle
    else low = at + 1
  }
  return low
}
