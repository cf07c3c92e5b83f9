import { batch } from '@preact/signals'
import { Plugin, Selection } from 'prosemirror-state'
import type { EditorView } from 'prosemirror-view'
import type { Node, Operation } from '../../email/document/index.ts'
import { blockAfter, removeNodes } from '../actions/index.ts'
import { isTyped } from '../commands/index.ts'
import { mayRemove } from '../state/index.ts'
import { startTyping } from '../typing/index.ts'
import type { TypingContext } from './context.ts'
import { areJoinable, endOf, isBlankText, isTextBlock, joinLine, joinTexts, propsWithTexts, textsOf } from './joined.ts'

/**
 * Backspace at the start of a text joins it with the text above in its column, Delete at the end with the one below.
 * Any other block beside it is selected, or edited. An empty text is removed.
 */
export function joinKeys(context: TypingContext): Plugin {
  return new Plugin({
    props: {
      handleKeyDown(view, { key, repeat, shiftKey }) {
        const by = key === 'Backspace' ? -1 : key === 'Delete' && !shiftKey ? 1 : undefined
        if (by === undefined || view.composing || !isAtEdge(view, by)) return false
        return joinItems(context, by) || joinBeside(context, by, repeat)
      },
    },
  })
}

function isAtEdge({ state: { doc, selection } }: EditorView, by: 1 | -1): boolean {
  const edge = by === 1 ? Selection.atEnd(doc) : Selection.atStart(doc)
  // Backspace first takes an item out of its list.
  return selection.empty && selection.head === edge.head && (by === 1 || selection.$head.depth <= 1)
}

/** Joins neighboring items of a list block. */
function joinItems({ editor, id, session, target, words }: TypingContext, by: 1 | -1): boolean {
  const node = editor.outline.peek().entries.get(id)?.node
  const [, place] = /^items\.(\d+)\.text$/.exec(target.prop) ?? []
  if (node?.type !== 'list' || place === undefined) return false
  const texts = textsOf(node)
  const at = Math.min(Number(place), Number(place) + by)
  const [upper, lower] = [texts[at], texts[at + 1]]
  if (upper === undefined || lower === undefined) return false
  const lines = lower.flatMap((part, index) => [
    ...(index === 0 ? [] : [{ break: true as const }]),
    ...(part.type === 'list' ? [] : part.runs),
  ])
  const props = propsWithTexts(node, texts.toSpliced(at, 2, joinLine(upper, lines)))
  editor.change(words.t('text.change.item'), [{ op: 'set', id, props }])
  return session().goTo(`items.${at}.text`, endOf(upper))
}

// A repeated key stays in the column: one that is held down would empty the email.
function joinBeside(context: TypingContext, by: 1 | -1, isRepeated: boolean): boolean {
  const { editor, id, target } = context
  const outline = editor.outline.peek()
  const entry = outline.entries.get(id)
  const isText = target.prop === 'text' || entry?.node.type === 'list'
  if (entry === undefined || !isText) return false
  const beside = entry.siblings[entry.index + by]
  const mayGo = (node: Node) => isBlankText(node) && !editor.textOnly.peek() && mayRemove(outline, node.id)
  if (beside === undefined && isRepeated) return true
  if (mayGo(entry.node)) return leave(context, by, { isRemoved: true })
  if (beside === undefined) return leave(context, by, { isRemoved: false })
  const [above, below] = by === 1 ? [entry.node, beside] : [beside, entry.node]
  if (!mayJoin(context, above, below)) return leave(context, by, { isRemoved: false })
  if (mayGo(beside)) removeNodes(editor, [beside.id])
  else join(context, above, below)
  return true
}

function mayJoin({ editor }: TypingContext, above: Node, below: Node): boolean {
  return (
    !editor.textOnly.peek() &&
    areJoinable(editor.document.peek(), above, below) &&
    isTyped(editor, above) &&
    isTyped(editor, below) &&
    mayRemove(editor.outline.peek(), below.id)
  )
}

function join({ editor, id, session, words }: TypingContext, upper: Node, lower: Node): void {
  const { above, below, caret } = joinTexts(upper, lower)
  const operations: Operation[] = [
    { op: 'set', id: upper.id, props: above },
    below === undefined ? { op: 'remove', id: lower.id } : { op: 'set', id: lower.id, props: below },
  ]
  batch(() => {
    const before = editor.document.peek()
    editor.change(words.t('text.change.join'), operations, { select: upper.id })
    // Refused by a limit or a lock; the editor says why.
    if (editor.document.peek() === before) return
    if (upper.id === id) session().goTo(caret.prop, caret.position)
    else startTyping(editor, { id: upper.id, caret })
  })
}

/** Goes on in the text beside, or selects the block there. At the edge of the email the caret stays. */
function leave({ editor, id }: TypingContext, by: 1 | -1, { isRemoved }: { isRemoved: boolean }): boolean {
  const outline = editor.outline.peek()
  const next = blockAfter(outline, id, by)
  const node = outline.entries.get(next ?? '')?.node
  if (next === undefined || node === undefined) return true
  batch(() => {
    if (isRemoved) removeNodes(editor, [id])
    editor.selection.value = next
    if (!isTextBlock(node) || !isTyped(editor, node)) editor.editing.value = undefined
    else startTyping(editor, { id: next, entry: { from: by === 1 ? 'before' : 'after' } })
  })
  return true
}
