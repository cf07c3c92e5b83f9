import { moreIcon } from '../../ui/icons/index.ts'
import { canvasOf, scaled } from '../canvas/index.ts'
import type { Command } from '../state/index.ts'

/** Height of the line of tags and tools above the selection, in px. */
const head = 36

export const menu: Command = {
  id: 'menu',
  label: 'command.menu',
  icon: moreIcon,
  keys: ['Shift+F10', 'ContextMenu'],
  enabled: ({ selection }) => selection.value !== undefined,
  run(editor) {
    const canvas = canvasOf(editor)
    const box = canvas?.boxOf(editor.selection.peek() ?? '')
    if (canvas === undefined || box === undefined) return
    const frame = canvas.frame.getBoundingClientRect()
    const { left, top, width } = scaled(box, canvas.scale.peek())
    const start = editor.words.dir === 'rtl' ? left + width : left
    editor.menu.value = { left: frame.left + start, top: Math.max(frame.top + top, head) }
  },
}
