import { Slice } from 'prosemirror-model'
import { type EditorState, TextSelection, type Transaction } from 'prosemirror-state'
import type { Block, List, RichText, Run } from '../../email/document/index.ts'
import { limits } from '../../kernel/limits.ts'
import { pasteNodes, readClip } from '../actions/index.ts'
import type { ClipboardContent } from '../pasting/index.ts'
import { setLink } from './commands.ts'
import type { TypingContext } from './context.ts'
import { readSlice } from './copy.ts'
import { fillCells } from './fill-cells.ts'
import { docToRich, lineToDoc, richToDoc } from './mapping.ts'
import { plainRich, readPlain, withoutEmptyLines } from '../pasting/index.ts'
import { imageFileOf } from '../images/index.ts'
import { richSchema } from './schema.ts'

/**
 * Pastes the clipboard in the form that the text supports. The HTML is parsed without a document, so no script runs.
 */
export function pasteInto(context: TypingContext, event: ClipboardEvent): boolean {
  const data = event.clipboardData
  if (data === null) return false
  event.preventDefault()
  const { editor, target } = context
  const clip = readClip(data)
  if (clip !== undefined) {
    editor.editing.value = undefined
    pasteNodes(editor, clip.nodes, clip.translations)
    return true
  }
  const [html, plain] = [data.getData('text/html'), data.getData('text/plain')]
  const file = plain.trim() === '' ? imageFileOf(data) : undefined
  const copied = target.kind === 'line' ? undefined : readSlice(html)
  if (copied !== undefined) putSlice(context, target.kind === 'rich' ? copied : linesFrom(copied))
  else if (pasteLink(context, plain)) return true
  else if (file !== undefined) void pasteImage(context, file)
  else if (target.kind === 'line') putSlice(context, lineSlice(plain))
  else if (/^\s+$/.test(plain) && !/<img/i.test(html)) putSlice(context, richSlice(plainRich(plain), true))
  else if (html === '') putBlocks(context, readPlain(plain))
  else void pasteHtml(context, { html, plain })
  return true
}

/** A URL is pasted as a link; over selected words it links them instead of replacing them. */
function pasteLink(context: TypingContext, plain: string): boolean {
  const { session, target, words } = context
  const href = plain.trim()
  const isUrl = href.length <= 2048 && /^https?:\/\/[^\s{}]+$/i.test(href)
  if (!isUrl || target.kind === 'line') return false
  if (session().view.state.selection.empty)
    return putSlice(context, richSlice([{ type: 'paragraph', runs: [{ text: href, link: { href } }] }], true))
  session().run(words.t('text.link'), setLink({ href }, href))
  return true
}

// A screenshot, or an image copied from a page: it becomes a block after the text.
async function pasteImage({ editor, id }: TypingContext, file: File): Promise<void> {
  const { takeImage } = await import('../images/take-image.ts')
  await takeImage(editor, file, id)
}

// The import code is loaded on first use. If the user left the text meanwhile, the content is inserted after the
// block.
async function pasteHtml(context: TypingContext, copied: ClipboardContent): Promise<void> {
  const { readPasted } = await import('../pasting/index.ts')
  const { uploadEmbedded } = await import('../images/embedded-images.ts')
  const blocks = readPasted({ ...copied, html: await uploadEmbedded(context.editor, copied.html) })
  if (context.session().view.isDestroyed) pasteNodes(context.editor, blocks)
  else putBlocks(context, withSpaces(blocks, copied.plain))
}

// HTML does not say whether spaces at its ends belong to words that were copied from a line; the plain text does.
function withSpaces(blocks: Block[], plain: string): Block[] {
  const [block] = blocks
  const [part, ...others] = (block?.type === 'text' ? block['text'] : []) as RichText
  if (
    block === undefined ||
    blocks.length > 1 ||
    others.length > 0 ||
    part?.type !== 'paragraph' ||
    plain.trim().includes('\n')
  )
    return blocks
  const [first, last] = [part.runs[0], part.runs.at(-1)]
  const opens = /^[ \u00a0]/.test(plain) && !(first !== undefined && 'text' in first && /^\s/.test(first.text))
  const closes = /[ \u00a0]$/.test(plain) && !(last !== undefined && 'text' in last && /\s$/.test(last.text))
  const runs = [...(opens ? [{ text: ' ' }] : []), ...part.runs, ...(closes ? [{ text: ' ' }] : [])]
  return [{ ...block, text: [{ ...part, runs }] }]
}

function putBlocks(context: TypingContext, blocks: Block[]): void {
  if (fillCells(context, blocks)) return
  const isRich = context.target.kind === 'rich'
  const { text, below } = splitPasted(blocks, isRich)
  const isTaken = text.length === 0 || putSlice(context, richSlice(text, !isRich))
  if (isTaken) putBelow(context, below)
}

/** Inserts text; if it is too long, notifies the user and returns false. */
function putSlice({ editor, session, words }: TypingContext, slice: Slice): boolean {
  if (sizeOf(slice) > limits.pasteBytes) {
    const message = words.t('text.tooLong', { kb: limits.pasteBytes / 1024 })
    editor.problem.value = { message, at: performance.now() }
    return false
  }
  session().run(words.t('text.change.paste'), (state, dispatch) => {
    dispatch?.(put(state, slice).scrollIntoView())
    return true
  })
  return true
}

function putBelow({ editor, id, words }: TypingContext, nodes: Block[]): void {
  const entry = editor.outline.peek().entries.get(id)
  if (entry === undefined || nodes.length === 0) return
  editor.change(words.t('text.change.paste'), [{ op: 'insert', parent: entry.parent, index: entry.index + 1, nodes }])
}

/** Splits pasted blocks into text for the caret and blocks below: the first table or image and everything after it. */
function splitPasted(blocks: readonly Block[], isRich: boolean): { text: RichText; below: Block[] } {
  const first = blocks.findIndex(({ type }) => type !== 'text' && type !== 'heading')
  const isText = ({ type }: Block, index: number) =>
    (type === 'text' || type === 'heading') && (!isRich || first === -1 || index < first)
  return {
    text: blocks.filter(isText).flatMap((block) => block['text'] as RichText),
    below: blocks.filter((block, index) => !isText(block, index)),
  }
}

// Replaces an empty paragraph as a whole; replacing its content would keep its type.
function put({ selection, tr }: EditorState, slice: Slice): Transaction {
  const { $from, empty } = selection
  const isBlank = empty && $from.depth === 1 && $from.parent.content.size === 0
  if (!isBlank || slice.openStart === 0) return tr.replaceSelection(slice)
  tr.replaceWith($from.before(), $from.after(), slice.content)
  return tr.setSelection(TextSelection.near(tr.doc.resolve($from.before() + slice.content.size), -1))
}

// In headings and cells paragraphs become lines.
function richSlice(rich: RichText, isLines: boolean): Slice {
  const doc = richToDoc(isLines ? [{ type: 'paragraph', runs: linesOf(rich) }] : rich)
  return Slice.maxOpen(doc.content)
}

function linesFrom({ content }: Slice): Slice {
  return richSlice(docToRich(richSchema.nodes.doc.create(undefined, content)), true)
}

function linesOf(rich: RichText): Run[] {
  const lines = rich.flatMap((block) => (block.type === 'list' ? itemLines(block) : [block.runs]))
  return lines.flatMap((runs, index) => (index === 0 ? runs : [{ break: true as const }, ...runs]))
}

function itemLines({ items }: List): Run[][] {
  return items.flatMap(({ runs, list }) => [runs, ...(list === undefined ? [] : itemLines(list))])
}

function lineSlice(plain: string): Slice {
  const line = withoutEmptyLines(plain).replaceAll(/\s+/g, ' ').slice(0, 10_000)
  return new Slice(lineToDoc(line).content, 0, 0)
}

function sizeOf(slice: Slice): number {
  return new TextEncoder().encode(slice.content.textBetween(0, slice.content.size, '\n')).length
}
