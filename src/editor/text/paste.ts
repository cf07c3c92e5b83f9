import { Slice } from 'prosemirror-model'
import { cleanPaste } from '../../engines/import/index.ts'
import type { List, RichText, Run } from '../../engines/document/index.ts'
import { limits } from '../../kernel/limits.ts'
import { readClip, pasteNodes } from '../actions/index.ts'
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
  const rich = place.kind === 'line' ? undefined : readRich(data)
  const slice = rich === undefined ? lineSlice(data) : richSlice(rich, place.kind === 'lines')
  if (sizeOf(slice) > limits.richTextBytes) {
    editor.problem.value = {
      message: words.t('text.tooLong', { kb: limits.richTextBytes / 1024 }),
      at: performance.now(),
    }
    return true
  }
  session().run(words.t('text.change.paste'), (state, dispatch) => {
    dispatch?.(state.tr.replaceSelection(slice).scrollIntoView())
    return true
  })
  return true
}

function readRich(data: DataTransfer): RichText {
  const html = data.getData('text/html')
  if (html === '' || html.length > longestHtml) return plainRich(data.getData('text/plain'))
  const pasted = cleanPaste(html)
  if (pasted.kind === 'text') return pasted.text
  // Pictures and tables are blocks of their own; here their words come in.
  const texts = pasted.blocks.flatMap((block) => textsOf(block))
  return texts.length === 0 ? plainRich(data.getData('text/plain')) : texts
}

function textsOf(block: unknown): RichText {
  if (Array.isArray(block)) return isRich(block) ? block : block.flatMap(textsOf)
  if (typeof block !== 'object' || block === null) return []
  return Object.values(block).flatMap((value) => (typeof value === 'object' ? textsOf(value) : []))
}

function isRich(value: readonly unknown[]): value is RichText {
  return (
    value.length > 0 && value.every((part) => ['paragraph', 'list'].includes((part as { type?: string })?.type ?? ''))
  )
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
