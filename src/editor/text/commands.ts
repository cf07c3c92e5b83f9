import { autoJoin, setBlockType } from 'prosemirror-commands'
import type { MarkType, Node, ResolvedPos } from 'prosemirror-model'
import { liftListItem, sinkListItem } from 'prosemirror-schema-list'
import { type Command, type EditorState, Selection, TextSelection, type Transaction } from 'prosemirror-state'
import type { Link, Paragraph } from '../../email/document/index.ts'
import { flags, richSchema, values } from './schema.ts'

const { nodes, marks } = richSchema

export type Flag = (typeof flags)[number]
export type Valued = (typeof values)[number]

/** Styles of the selection, for toolbar buttons. */
export interface TextStyles {
  flags: ReadonlySet<Flag>
  values: Partial<Record<Valued, string | number>>
  link: Link | undefined
  align: Paragraph['align']
  level: Paragraph['level']
  list: 'ordered' | 'bullets' | undefined
  /** Space between the items of the list, px. */
  spacing: number | undefined
}

/** For a mixed selection, a flag is off and a value is that of its start. */
export function stylesAt(state: EditorState): TextStyles {
  const on = new Set<Flag>()
  const found: TextStyles['values'] = {}
  const none = { link: undefined, align: undefined, level: undefined, list: undefined, spacing: undefined }
  if (state.schema !== richSchema) return { flags: on, values: found, ...none }
  for (const name of flags) if (isEverywhere(state, marks[name])) on.add(name)
  for (const mark of marksAtStart(state)) {
    const name = values.find((each) => each === mark.type.name)
    if (name !== undefined) found[name] = mark.attrs['value'] as string | number
  }
  const { $from } = state.selection
  const { align, level } = $from.parent.attrs as Pick<Paragraph, 'align' | 'level'>
  const list = listAround(state)
  return {
    flags: on,
    values: found,
    link: linkAround(state)?.link,
    align,
    level,
    list: list === undefined ? undefined : list.attrs['ordered'] === true ? 'ordered' : 'bullets',
    spacing: list?.attrs['spacing'] as number | undefined,
  }
}

/**
 * Sets a flag on the whole selection, or removes it if all of the selection has it; superscript and subscript exclude
 * each other.
 */
export function toggleFlag(name: Flag): Command {
  return (state, dispatch) => {
    const [type, rival] = [marks[name], name === 'sup' ? marks.sub : name === 'sub' ? marks.sup : undefined]
    const isOn = isEverywhere(state, type)
    dispatch?.(
      eachRange(state, (tr, from, to) => {
        if (from === to) return isOn ? tr.removeStoredMark(type) : tr.addStoredMark(type.create())
        if (rival !== undefined) tr.removeMark(from, to, rival)
        return isOn ? tr.removeMark(from, to, type) : tr.addMark(from, to, type.create())
      }).scrollIntoView(),
    )
    return true
  }
}

/** Sets a color, font or size of the selection; undefined removes it. */
export function setValue(name: Valued, value: string | number | undefined): Command {
  return (state, dispatch) => {
    const type = marks[name]
    dispatch?.(
      eachRange(state, (tr, from, to) => {
        if (from === to)
          return value === undefined ? tr.removeStoredMark(type) : tr.addStoredMark(type.create({ value }))
        return value === undefined ? tr.removeMark(from, to, type) : tr.addMark(from, to, type.create({ value }))
      }),
    )
    return true
  }
}

/** Link around the selection, and its range. */
export function linkAround(state: EditorState): { link: Link; from: number; to: number } | undefined {
  if (state.schema !== richSchema) return undefined
  // The start of all content is in no paragraph.
  const { $from, from } = state.selection.$from.parent.inlineContent ? state.selection : Selection.atStart(state.doc)
  const start = from - $from.parentOffset
  let found: { link: Link; from: number; to: number } | undefined
  $from.parent.forEach((node, at) => {
    const mark = marks.link.isInSet(node.marks)
    const [left, right] = [start + at, start + at + node.nodeSize]
    if (mark === undefined) return
    if (found !== undefined && found.to === left && mark.eq(marks.link.create({ link: found.link }))) found.to = right
    else if (found === undefined || found.to < from) found = { link: mark.attrs['link'] as Link, from: left, to: right }
  })
  return found !== undefined && found.from <= from && from <= found.to ? found : undefined
}

/**
 * Links the selection or changes the link around it; without either, inserts `words` as a link. Undefined removes the
 * link.
 */
export function setLink(link: Link | undefined, words: string): Command {
  return (state, dispatch) => {
    const { empty, from, to } = state.selection
    const around = linkAround(state)
    const tr = state.tr
    const range = empty && around !== undefined ? around : { from, to }
    if (link === undefined) tr.removeMark(range.from, range.to, marks.link)
    else if (range.from === range.to) {
      tr.insert(from, richSchema.text(words, marks.link.create({ link }).addToSet($marks(state))))
    } else tr.removeMark(range.from, range.to, marks.link).addMark(range.from, range.to, marks.link.create({ link }))
    dispatch?.(tr.removeStoredMark(marks.link).scrollIntoView())
    return true
  }
}

/** Makes paragraphs headings, or headings paragraphs. */
export function setLevel(level: Paragraph['level']): Command {
  return (state, dispatch, view) => {
    const { align } = state.selection.$from.parent.attrs
    return setBlockType(nodes.paragraph, { align: align as unknown, level })(state, dispatch, view)
  }
}

/** Aligns paragraphs; undefined resets them to the alignment of the block. */
export function setAlign(align: Paragraph['align']): Command {
  return (state, dispatch) => {
    const { tr } = state
    for (const { from, to } of paragraphsIn(state)) {
      const node = state.doc.nodeAt(from)
      if (node !== null && to > from) tr.setNodeMarkup(from, undefined, { ...node.attrs, align })
    }
    if (!tr.docChanged) return false
    dispatch?.(tr)
    return true
  }
}

/** Makes a list of paragraphs, changes the kind of a list, or turns it into paragraphs. */
export function toggleList(ordered: boolean): Command {
  return (state, dispatch, view) => {
    const list = listAround(state)
    if (list === undefined) return wrapLines(ordered)(state, dispatch, view)
    if ((list.attrs['ordered'] === true) === ordered) return liftListItem(nodes.item)(state, dispatch, view)
    return setListAttributes({ ordered })(state, dispatch)
  }
}

/** Sets the space between the items of the innermost list, px; undefined removes it. */
export function setListSpacing(spacing: number | undefined): Command {
  return setListAttributes({ spacing })
}

/** Nests the selected items; a new list has the kind and spacing of the list around it. */
export const nestItems: Command = (state, dispatch, view) =>
  sinkListItem(nodes.item)(
    state,
    dispatch &&
      ((tr) => {
        const outer = listAround(state)
        const { $from } = tr.selection
        const depth = listDepthOf($from)
        // Items that join an existing list come after its own.
        const isNew = depth > 0 && $from.index(depth) === 0
        if (isNew && outer !== undefined) tr.setNodeMarkup($from.before(depth), undefined, outer.attrs)
        dispatch(tr)
      }),
    view,
  )

function setListAttributes(attributes: { ordered?: boolean; spacing?: number | undefined }): Command {
  return ({ selection: { $from }, tr }, dispatch) => {
    const depth = listDepthOf($from)
    if (depth === 0) return false
    dispatch?.(tr.setNodeMarkup($from.before(depth), undefined, { ...$from.node(depth).attrs, ...attributes }))
    return true
  }
}

/** Removes all marks of the selection, and alignment and level of its paragraphs. */
export const clearStyles: Command = (state, dispatch) => {
  const { tr } = state
  const { from, to, empty } = state.selection
  const range = empty ? paragraphsIn(state)[0] : { from, to }
  for (const type of Object.values(marks)) {
    if (range !== undefined) tr.removeMark(range.from, range.to, type)
    tr.removeStoredMark(type)
  }
  for (const each of paragraphsIn(state)) tr.setNodeMarkup(each.from, undefined, {})
  dispatch?.(tr)
  return true
}

/** 0 outside of lists. */
export function listDepth({ selection: { $from } }: EditorState): number {
  let depth = 0
  for (let at = $from.depth; at > 0; at--) if ($from.node(at).type.name === 'list') depth++
  return depth
}

// Each paragraph becomes an item; lists among them are merged.
function wrapLines(ordered: boolean): Command {
  return autoJoin((state, dispatch) => {
    const range = state.selection.$from.blockRange(state.selection.$to)
    if (range == null || range.depth > 0) return false
    const parts = state.doc.children.slice(range.startIndex, range.endIndex)
    const items = parts.flatMap((part) => {
      return part.type === nodes.list ? part.children : [nodes.item.create(undefined, [plainLine(part)])]
    })
    const tr = state.tr.replaceWith(range.start, range.end, nodes.list.create({ ordered }, items))
    const { anchor, head } = state.selection
    const within = (position: number) => Math.min(movedIn(state, range.startIndex, position), tr.doc.content.size - 1)
    dispatch?.(tr.setSelection(TextSelection.between(tr.doc.resolve(within(anchor)), tr.doc.resolve(within(head)))))
    return true
  }, isSameList)
}

// Counts the tokens before the position: the start of the list and of its item, and both ends of the items before.
function movedIn({ doc }: EditorState, first: number, position: number): number {
  return position + 2 + 2 * (doc.resolve(position).index(0) - first)
}

// List items have neither level nor alignment.
function plainLine(paragraph: Node): Node {
  return nodes.paragraph.create(undefined, paragraph.content)
}

function isSameList(one: Node, other: Node): boolean {
  return one.type === nodes.list && one.hasMarkup(nodes.list, other.attrs)
}

function listAround({ selection: { $from } }: EditorState): Node | undefined {
  const depth = listDepthOf($from)
  return depth === 0 ? undefined : $from.node(depth)
}

/** Depth of the innermost list in the document; 0 outside of lists. */
function listDepthOf($from: ResolvedPos): number {
  let depth = $from.depth
  while (depth > 0 && $from.node(depth).type.name !== 'list') depth--
  return depth
}

function paragraphsIn({ doc, selection: { from, to } }: EditorState): { from: number; to: number }[] {
  const found: { from: number; to: number }[] = []
  doc.nodesBetween(from, to, (node, at) => {
    if (node.isTextblock) found.push({ from: at, to: at + node.nodeSize })
    return !node.isTextblock
  })
  return found
}

function $marks(state: EditorState) {
  return state.storedMarks ?? state.selection.$from.marks()
}

function marksAtStart(state: EditorState) {
  const { $from, empty } = state.selection
  if (empty) return $marks(state)
  return $from.nodeAfter?.marks ?? $from.marksAcross(state.selection.$to) ?? []
}

function isEverywhere(state: EditorState, type: MarkType): boolean {
  const { empty, from, to } = state.selection
  if (empty) return type.isInSet($marks(state)) !== undefined
  let isOn = true
  let isSomewhere = false
  state.doc.nodesBetween(from, to, (node) => {
    if (!node.isInline || node.type === nodes.lineBreak) return
    isSomewhere = true
    isOn &&= type.isInSet(node.marks) !== undefined
  })
  return isOn && isSomewhere
}

function eachRange(state: EditorState, change: (tr: Transaction, from: number, to: number) => Transaction) {
  const { from, to } = state.selection
  return change(state.tr, from, to)
}
