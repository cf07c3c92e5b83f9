import type { Command } from 'prosemirror-state'
import { type Block, type Node, type RichText, rootId } from '../../email/document/index.ts'
import { kindName, newBlock } from '../actions/index.ts'
import type { TypingContext } from './context.ts'
import { docToRich } from './mapping.ts'
import { propsWith, startTyping } from '../typing/index.ts'

interface Item {
  text: RichText
}

/** The edited item of a list block, with its siblings. */
function itemOf({ editor, id, target }: TypingContext): { items: Item[]; index: number; node: Node } | undefined {
  const node = editor.outline.peek().entries.get(id)?.node
  const [, index] = /^items\.(\d+)\.text$/.exec(target.prop) ?? []
  if (node?.type !== 'list' || index === undefined) return undefined
  return { node, items: (node as Block)['items'] as Item[], index: Number(index) }
}

function setItems({ editor, id, words }: TypingContext, items: Item[]): void {
  editor.change(words.t('text.change.item'), [{ op: 'set', id, props: { items } }])
}

/** Enter in a list block: adds an item; in an empty last item, leaves the list. */
export function splitItem(context: TypingContext): Command {
  return (state) => {
    const found = itemOf(context)
    if (found === undefined) return false
    const { items, index } = found
    const { from, to } = state.selection
    if (state.doc.textContent === '' && index === items.length - 1 && index > 0) {
      setItems(context, items.slice(0, -1))
      return startBelow(context)
    }
    const [before, after] = [docToRich(state.doc.cut(0, from)), docToRich(state.doc.cut(to))]
    setItems(context, items.toSpliced(index, 1, { text: before }, { text: after }))
    return context.session().goTo(`items.${index + 1}.text`)
  }
}

/** Enter at the end of a heading adds a text block below. */
export function leaveBelow(context: TypingContext): Command {
  return ({ doc, selection }) => {
    const isAtEnd = selection.empty && selection.to === doc.content.size - 1
    if (context.target.prop !== 'text' || !isAtEnd) return false
    return startBelow(context)
  }
}

/** Moves to the next or previous cell or item; after the last cell of a table adds a row. */
export function stepCell(context: TypingContext, by: 1 | -1): boolean {
  const { editor, id, target, words } = context
  const session = context.session()
  if (session.goTo(by, by === 1 ? 'start' : 'end')) return true
  const node = editor.outline.peek().entries.get(id)?.node
  const [, row] = /^rows\.(\d+)\.\d+$/.exec(target.prop) ?? []
  if (node === undefined || row === undefined || by === -1) return false
  const rows = (node as Block)['rows'] as RichText[][]
  const props = propsWith(node, 'rows', [...rows, (rows.at(-1) ?? []).map((): RichText => [])])
  editor.change(words.t('text.change.row'), [{ op: 'set', id, props }])
  return session.goTo(`rows.${Number(row) + 1}.0`)
}

function startBelow({ editor, id }: TypingContext): boolean {
  const entry = editor.outline.peek().entries.get(id)
  if (entry === undefined || entry.parent === rootId) return false
  const text: Block = { ...newBlock('text'), text: [] }
  const label = editor.words.t('change.insert', { name: kindName(editor.words, 'text') })
  const before = editor.document.peek()
  editor.change(label, [{ op: 'insert', parent: entry.parent, index: entry.index + 1, nodes: [text] }], {
    select: text.id,
  })
  if (editor.document.peek() === before) return false
  startTyping(editor, { id: text.id })
  return true
}
