import { Slice } from 'prosemirror-model'
import { type EditorState, TextSelection, type Transaction } from 'prosemirror-state'
import { cleanPaste } from '../../engines/import/index.ts'
import {
  type Block,
  type List,
  type ListItem,
  type RichText,
  type Run,
  isAddress,
  parseRichText,
  richTextToPlain,
} from '../../engines/document/index.ts'
import { limits } from '../../kernel/limits.ts'
import { newBlock, pasteNodes, readClip } from '../actions/index.ts'
import type { TypingContext } from './context.ts'
import { lineToDoc, richToDoc } from './mapping.ts'

/** Longer HTML is pasted as its plain text: reading it would hold up the page. */
const longestHtml = 1024 * 1024

/** Pastes what is on the clipboard as the place can hold it. Nothing of it runs: it is read as text, never as a page. */
export function pasteInto(context: TypingContext, event: ClipboardEvent): boolean {
  const data = event.clipboardData
  if (data === null) return false
  event.preventDefault()
  const { editor, place, session, words } = context
  const clip = readClip(data)
  if (clip !== undefined) {
    editor.editing.value = undefined
    pasteNodes(editor, clip.nodes)
    return true
  }
  const read = place.kind === 'line' ? undefined : readRich(data)
  const slice = read === undefined ? lineSlice(data) : richSlice(read.text, place.kind === 'lines')
  if (sizeOf(slice) > limits.richTextBytes) {
    editor.problem.value = {
      message: words.t('text.tooLong', { kb: limits.richTextBytes / 1024 }),
      at: performance.now(),
    }
    return true
  }
  session().run(words.t('text.change.paste'), (state, dispatch) => {
    dispatch?.(put(state, slice).scrollIntoView())
    return true
  })
  if (read !== undefined) putPictures(context, read.pictures)
  return true
}

function putPictures({ editor, id, words }: TypingContext, pictures: Read['pictures']): void {
  const spot = editor.outline.peek().spots.get(id)
  if (spot === undefined || pictures.length === 0) return
  const nodes = pictures.map((picture): Block => ({ ...newBlock('image'), ...picture }))
  editor.change(words.t('text.change.paste'), [{ op: 'insert', parent: spot.parent, index: spot.index + 1, nodes }])
}

// An empty paragraph becomes what comes; replacing its inside would keep it a paragraph.
function put({ selection, tr }: EditorState, slice: Slice): Transaction {
  const { $from, empty } = selection
  const isBlank = empty && $from.depth === 1 && $from.parent.content.size === 0
  if (!isBlank || slice.openStart === 0) return tr.replaceSelection(slice)
  tr.replaceWith($from.before(), $from.after(), slice.content)
  return tr.setSelection(TextSelection.near(tr.doc.resolve($from.before() + slice.content.size), -1))
}

/** What is on a clipboard: the text for where one types, and the pictures, which are blocks of their own. */
interface Read {
  text: RichText
  pictures: { src: string; alt: string }[]
}

function readRich(data: DataTransfer): Read {
  const html = data.getData('text/html')
  const plain = { text: plainRich(data.getData('text/plain')), pictures: [] }
  if (html === '' || html.length > longestHtml) return plain
  const pasted = cleanPaste(html)
  if (pasted.kind === 'text') return { text: safe(pasted.text), pictures: [] }
  const text = safe(pasted.blocks.flatMap(wordsOf))
  const pictures = pasted.blocks.flatMap(({ type, src, alt }) => {
    const isShown = type === 'image' && typeof src === 'string' && /^https?:/i.test(src)
    return isShown ? [{ src, alt: typeof alt === 'string' ? alt : '' }] : []
  })
  return text.length === 0 && pictures.length === 0 ? plain : { text, pictures }
}

// Tables come as their words.
function wordsOf(value: unknown): RichText {
  if (Array.isArray(value)) return isRich(value) ? value : value.flatMap(wordsOf)
  if (typeof value !== 'object' || value === null) return []
  const { html } = value as { html?: unknown }
  if (typeof html === 'string') return parseRichText(html).filter((part) => richTextToPlain([part]).trim() !== '')
  return Object.values(value).flatMap((part) => (typeof part === 'object' ? wordsOf(part) : []))
}

function isRich(value: readonly unknown[]): value is RichText {
  const kinds = ['paragraph', 'list']
  return value.length > 0 && value.every((part) => kinds.includes((part as { type?: string } | null)?.type ?? ''))
}

// Links that lead nowhere an email may lead come as their words.
function safe(text: RichText): RichText {
  const safeItem = ({ runs, list }: ListItem): ListItem => ({
    runs: runs.map(safeRun),
    ...(list === undefined ? {} : { list: { ...list, items: list.items.map(safeItem) } }),
  })
  return text.map((part) =>
    part.type === 'list' ? { ...part, items: part.items.map(safeItem) } : { ...part, runs: part.runs.map(safeRun) },
  )
}

function safeRun(run: Run): Run {
  if ('break' in run || run.link?.href === undefined || isAddress(run.link.href)) return run
  const { link: _link, ...words } = run
  return words
}

function plainRich(text: string): RichText {
  const lines = text
    .replaceAll('\r', '')
    .trim()
    .split(/\n{2,}/)
  return lines.map((lines) => ({
    type: 'paragraph',
    runs: lines
      .split('\n')
      .flatMap((line, index) => [
        ...(index === 0 ? [] : [{ break: true as const }]),
        ...(line === '' ? [] : [{ text: line }]),
      ]),
  }))
}

// In a heading or a cell paragraphs are lines.
function richSlice(rich: RichText, isLines: boolean): Slice {
  const doc = richToDoc(isLines ? [{ type: 'paragraph', runs: linesOf(rich) }] : rich)
  return Slice.maxOpen(doc.content)
}

function linesOf(rich: RichText): Run[] {
  const lines = rich.flatMap((block) => (block.type === 'list' ? itemLines(block) : [block.runs]))
  return lines.flatMap((runs, index) => (index === 0 ? runs : [{ break: true as const }, ...runs]))
}

function itemLines({ items }: List): Run[][] {
  return items.flatMap(({ runs, list }) => [runs, ...(list === undefined ? [] : itemLines(list))])
}

function lineSlice(data: DataTransfer): Slice {
  const line = data.getData('text/plain').trim().replaceAll(/\s+/g, ' ').slice(0, 10_000)
  return new Slice(lineToDoc(line).content, 0, 0)
}

function sizeOf(slice: Slice): number {
  return new TextEncoder().encode(slice.content.textBetween(0, slice.content.size, '\n')).length
}
