import type { Node } from '../../email/document/index.ts'
import { IconButton, Toolbar } from '../../ui/controls/index.ts'
import { Icon, chevronRightIcon, gripIcon, lockIcon } from '../../ui/icons/index.ts'
import { isRefused, nameOf, lockRefusal } from '../actions/index.ts'
import { dragNode } from '../drag/index.ts'
import { type CommandId, type Editor, type Outline, isLocked, selectedIds } from '../state/index.ts'
import { TextTools } from '../text/index.ts'
import type { Box } from '../canvas/index.ts'
import { iconOfNode } from './kinds.ts'
import { MoreMenu } from './selection-menu.tsx'

/** In this order. */
const tools: readonly CommandId[] = ['moveUp', 'moveDown', 'duplicate', 'delete']
/** Width of breadcrumb and tools in px; with text tools. */
const widest = 400
const widestTyping = 600
/** Height of the toolbar with its distance, in px; fingers need higher ones. */
const height = matchMedia('(pointer: coarse)').matches ? 56 : 36
/** Minimum space between the paper and the top of the stage, in px. */
const spaceAbove = 48

/**
 * Above the selection, or below it if two lines of tools do not fit above: a breadcrumb of selectable parents, and
 * tools. It stays visible with the node, within the `available` width in px.
 */
export function SelectionHead({ editor, box, available }: { editor: Editor; box: Box; available: number }) {
  const outline = editor.outline.value
  const trail = trailOf(outline, editor.selection.value)
  const node = trail.at(-1)
  if (node === undefined) return null
  const { length: count } = selectedIds(editor)
  const isTyping = editor.editing.value === node.id
  // The text tools are wider than most columns, and wrap to two lines on a phone.
  const lines = isTyping && available < widestTyping ? 2 * height : height
  const left = isTyping ? Math.max(0, Math.min(box.left, available - widestTyping)) : box.left
  const isAtEnd = !isTyping && box.left + widest > available
  const isBelow = isTyping && box.top + spaceAbove < lines
  const style = {
    left: `${left}px`,
    top: `${isBelow ? box.top : box.top - lines}px`,
    width: `${box.width}px`,
    height: `${box.height + lines}px`,
  }
  return (
    <div
      class={`selection-head${isAtEnd ? ' selection-head-end' : ''}${isBelow ? ' selection-head-below' : ''}`}
      style={style}
    >
      <div class="selection-bar" dir={editor.words.dir} style={isTyping ? { maxInlineSize: `${available}px` } : {}}>
        <nav class="trail" aria-label={editor.words.t('canvas.trail')}>
          {count > 1 ? (
            <span class="trail-count">{editor.words.t('said.together', { count })}</span>
          ) : (
            trail.map((step, index) => (
              <Step key={step.id} editor={editor} node={step} isLast={index === trail.length - 1} />
            ))
          )}
        </nav>
        {editor.readOnly.value ? null : (
          <div class="selection-tools">
            <Toolbar label={editor.words.t('canvas.tools')}>
              <Grip editor={editor} node={node} />
              {isTyping ? null : tools.map((id) => <Tool key={id} editor={editor} id={id} />)}
              <MoreMenu editor={editor} beside={isTyping ? [] : tools} />
            </Toolbar>
          </div>
        )}
        {isTyping ? <TextTools editor={editor} /> : null}
      </div>
    </div>
  )
}

function Step({ editor, node, isLast }: { editor: Editor; node: Node; isLast: boolean }) {
  const isHeld = isLast && isLocked(editor.outline.value, node.id)
  return (
    <>
      <button
        type="button"
        class="trail-step"
        aria-current={isLast ? 'true' : undefined}
        tabIndex={-1}
        onClick={() => (editor.selection.value = node.id)}
        onPointerEnter={() => (editor.hovered.value = node.id)}
      >
        {isHeld ? <Icon d={lockIcon} size={12} /> : null}
        <span class="trail-name">{nameOf(editor, node)}</span>
      </button>
      {isLast ? null : (
        <span class="trail-arrow svc-mirrored" aria-hidden="true">
          <Icon d={chevronRightIcon} size={12} />
        </span>
      )}
    </>
  )
}

function Grip({ editor, node }: { editor: Editor; node: Node }) {
  const label = editor.words.t('canvas.drag')
  const reason = lockRefusal(editor, selectedIds(editor), 'move')
  const raise = (event: PointerEvent) => {
    if (isRefused(editor, reason)) return
    dragNode(editor, event, { id: node.id, label: nameOf(editor, node), icon: iconOfNode(node) })
  }
  return (
    <button
      type="button"
      class="svc-icon-button svc-dense grip"
      aria-label={label}
      aria-disabled={reason === undefined ? undefined : 'true'}
      aria-description={reason}
      data-tip={reason === undefined ? label : `${label} · ${reason}`}
      onPointerDown={raise}
    >
      <Icon d={gripIcon} size={14} />
    </button>
  )
}

function Tool({ editor, id }: { editor: Editor; id: CommandId }) {
  const command = editor.commands.value.get(id)
  if (command?.icon === undefined) return null
  const label = editor.words.t(command.label)
  const reason = command.refusal?.(editor)
  return (
    <IconButton
      dense
      icon={command.icon}
      label={label}
      keys={command.keys?.[0]}
      disabled={!command.enabled(editor) || reason !== undefined}
      reason={reason}
      danger={id === 'delete'}
      onClick={() => editor.run(id)}
    />
  )
}

function trailOf(outline: Outline, id: string | undefined): Node[] {
  const trail: Node[] = []
  for (let entry = outline.entries.get(id ?? ''); entry !== undefined; entry = outline.entries.get(entry.parent)) {
    trail.unshift(entry.node)
  }
  return trail
}
