import type { Mark, Node } from 'prosemirror-model'
import { type MergeTag, parseTagged, printTagged } from '../../email/data/index.ts'
import type { List, ListItem, Marks, Paragraph, RichBlock, RichText, Run } from '../../email/document/index.ts'
import { flags, lineSchema, richSchema, values } from './schema.ts'

const { nodes, marks } = richSchema

export function richToDoc(rich: RichText): Node {
  if (rich.length === 0) return nodes.doc.create({ isNothing: true }, [nodes.paragraph.create()])
  return nodes.doc.create(undefined, rich.map(blockToNode))
}

/** Equal to the input of richToDoc if nothing was edited. */
export function docToRich(doc: Node): RichText {
  const only = doc.firstChild
  const isBlank = doc.childCount === 1 && only?.childCount === 0 && only.hasMarkup(nodes.paragraph)
  return doc.attrs['isNothing'] === true && isBlank ? [] : doc.children.map(nodeToBlock)
}

/** One line with merge tags as a document. */
export function lineToDoc(line: string): Node {
  const parts = parseTagged(line).parts.map((part) =>
    typeof part === 'string' ? lineSchema.text(part) : lineSchema.node('tag', { tag: part }),
  )
  return lineSchema.node('doc', undefined, parts)
}

export function docToLine(doc: Node): string {
  return printTagged(doc.children.map((node) => node.text ?? tagOf(node)))
}

export function tagOf(node: Node): MergeTag {
  return node.attrs['tag'] as MergeTag
}

function blockToNode(block: RichBlock): Node {
  if (block.type === 'list') return listToNode(block)
  return nodes.paragraph.create({ align: block.align, level: block.level }, block.runs.map(runToNode))
}

function listToNode({ ordered, spacing, items }: List): Node {
  return nodes.list.create({ ordered, spacing }, items.map(itemToNode))
}

function itemToNode({ runs, list }: ListItem): Node {
  const line = nodes.paragraph.create(undefined, runs.map(runToNode))
  return nodes.item.create(undefined, list === undefined ? [line] : [line, listToNode(list)])
}

function runToNode(run: Run): Node {
  if ('break' in run) return nodes.lineBreak.create()
  return 'text' in run
    ? richSchema.text(run.text, marksToSet(run))
    : nodes.tag.create({ tag: run.tag }, undefined, marksToSet(run))
}

function marksToSet(run: Marks): Mark[] {
  const set: Mark[] = []
  for (const name of flags) if (run[name] === true) set.push(marks[name].create())
  for (const name of values) if (run[name] !== undefined) set.push(marks[name].create({ value: run[name] }))
  if (run.link !== undefined) set.push(marks.link.create({ link: run.link }))
  return set.reduce<readonly Mark[]>((all, mark) => mark.addToSet(all), []) as Mark[]
}

function nodeToBlock(node: Node): RichBlock {
  if (node.type === nodes.list) return nodeToList(node)
  const { align, level } = node.attrs as Pick<Paragraph, 'align' | 'level'>
  return {
    type: 'paragraph',
    runs: runsOf(node),
    ...(align === undefined ? {} : { align }),
    ...(level === undefined ? {} : { level }),
  }
}

function nodeToList(node: Node): List {
  const spacing: unknown = node.attrs['spacing']
  const ordered = node.attrs['ordered'] === true
  return {
    type: 'list',
    ordered,
    ...(typeof spacing === 'number' ? { spacing } : {}),
    items: node.children.map(nodeToItem),
  }
}

// Lifting an item may leave two lists in one item; the document model has one.
function nodeToItem(node: Node): ListItem {
  const [line, ...inner] = node.children
  const [list, ...others] = inner.map(nodeToList)
  const runs = line === undefined ? [] : runsOf(line)
  if (list === undefined) return { runs }
  return { runs, list: { ...list, items: [list, ...others].flatMap(({ items }) => items) } }
}

function runsOf(line: Node): Run[] {
  return line.children.map((node): Run => {
    if (node.type === nodes.lineBreak) return { break: true }
    const marks = setToMarks(node.marks)
    return node.isText ? { text: node.text ?? '', ...marks } : { tag: tagOf(node), ...marks }
  })
}

function setToMarks(set: readonly Mark[]): Marks {
  const marks: Record<string, unknown> = {}
  for (const { type, attrs } of set) marks[type.name] = attrs['link'] ?? attrs['value'] ?? true
  return marks
}

/** True for one paragraph or line without content. */
export function isBlankDoc(doc: Node): boolean {
  return doc.childCount === 1 && doc.firstChild?.isTextblock === true && doc.firstChild.content.size === 0
}
