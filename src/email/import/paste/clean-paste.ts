import { type RichText, parseRichText } from '../../document/index.ts'
import { blocksBelow } from '../html/theme.ts'
import { readPage } from '../html/read-page.ts'
import type { InputNode } from '../html/rows/style.ts'
import { ImportWarnings } from '../report.ts'
import { closeTable, takeTables } from './tables.ts'
import { wordLists } from '../tree/word-lists.ts'
import { isUploadUrl } from '../upload-url.ts'

/** Text for the current position, or blocks if the content is more than text. */
export type Pasted = { kind: 'text'; text: RichText } | { kind: 'blocks'; blocks: InputNode[] }

/**
 * Converts content pasted from Word, Google Docs, Outlook or a page. Keeps paragraphs, headings, lists, marks and links;
 * drops fonts, sizes, classes and comments. Images and tables become blocks. Never throws; keeps every word.
 */
export function cleanPaste(html: string): Pasted {
  const parts = takeTables(wordLists(closeTable(withoutClipboard(html))), (text) => unaligned(unstyled(text)))
  const [only] = parts
  if (parts.length <= 1 && (only === undefined || 'html' in only)) return pasteBetween(only?.html ?? '')
  const blocks = parts.flatMap((part) => {
    if ('table' in part) return [part.table]
    const between = pasteBetween(part.html)
    return between.kind === 'blocks'
      ? between.blocks
      : between.text.length === 0
        ? []
        : [{ type: 'text', text: between.text }]
  })
  return { kind: 'blocks', blocks }
}

function pasteBetween(plain: string): Pasted {
  if (!/<(?:img|table|hr)\b/i.test(plain)) return { kind: 'text', text: unstyled(parseRichText(marked(plain))) }
  const { rows } = readPage(`<!doctype html><body style="margin:0">${plain}</body>`, {
    warnings: new ImportWarnings(),
    width: 600,
  })
  // There is no file behind an image with a relative or local URL.
  const blocks = blocksBelow(rows).filter(({ src, type }) => type !== 'columns' && !isUploadUrl(src))
  for (const block of blocks) tidyBlock(block)
  return { kind: 'blocks', blocks }
}

// Drops the clipboard context around the selection, and Office metadata.
function withoutClipboard(html: string): string {
  const from = html.indexOf('<!--StartFragment-->')
  const to = html.lastIndexOf('<!--EndFragment-->')
  const fragment = from >= 0 && to > from ? html.slice(from + 20, to) : html
  return fragment
    .replace(/<!--\[if [^[\]]*\]>[\s\S]*?(<!\[endif\]-->|$)/g, (all, end: string) => (end === '' ? all : ''))
    .replace(/<(?:o|w|v|st1|m):[^<>]*>|<\/(?:o|w|v|st1|m):[^<>]*>/gi, '')
    .replace(/<img\b[^<>]*>/gi, (image) => emojiOf(image) ?? image)
    .replace(/<b(?=[^<>]*font-weight:\s*normal)[^<>]*>/gi, '<span>')
}

const emoji =
  /^(?=.*[\p{Extended_Pictographic}\p{Regional_Indicator}])(?:\p{Extended_Pictographic}|\p{Regional_Indicator}|\p{Emoji_Modifier}|\u200d|\ufe0f){1,20}$/u

// Mail programs and chats show emoji as images, and have the text beside it.
function emojiOf(image: string): string | undefined {
  const [, alt = ''] = /\balt\s?=\s?["']([^"'<>]{1,60})["']/i.exec(image) ?? []
  return emoji.test(alt) || (alt !== '' && /\bdata-(?:stringify-)?emoji\b/i.test(image)) ? alt : undefined
}

// Office and Docs express bold, italic and the like in styles; rich text parsing expects elements.
function marked(html: string): string {
  return html.replace(/\sclass=(?:"[^"]*"|'[^']*'|[^\s>]+)|\slang=(?:"[^"]*"|'[^']*'|[^\s>]+)/gi, '')
}

type Block = RichText[number]
type Item = Extract<Block, { type: 'list' }>['items'][number]
type Run = Item['runs'][number]

// Drops fonts, sizes and colors of the source; keeps bold, italic, links and the like.
function unstyled(text: RichText): RichText {
  const tidied = text.map((block): Block => {
    if (block.type === 'list') return { ...block, items: block.items.map(unstyledItem) }
    return { ...block, runs: block.runs.map(unstyledRun) }
  })
  return tidied.filter(
    (block, index) => !isEmpty(block) || (index > 0 && index < tidied.length - 1 && !isEmpty(tidied[index - 1])),
  )
}

// Columns set the alignment of their cells.
function unaligned(text: RichText): RichText {
  return text.map((block) => {
    if (block.type === 'list') return block
    const { align: _align, ...rest } = block
    return rest
  })
}

function unstyledItem(item: Item): Item {
  const { list } = item
  return {
    ...item,
    runs: item.runs.map(unstyledRun),
    ...(list === undefined ? {} : { list: { ...list, items: list.items.map(unstyledItem) } }),
  }
}

function unstyledRun(run: Run): Run {
  if ('break' in run) return run
  const { color: _color, background: _background, font: _font, size: _size, ...rest } = run
  if (rest.link === undefined) return rest
  // Pasted links are always underlined; in a document the theme decides that.
  const { underline: _underline, link, ...linked } = rest
  const { underline: _rendered, ...plain } = link
  return { ...linked, link: plain }
}

function isEmpty(block: Block | undefined): boolean {
  return (
    block?.type === 'paragraph' &&
    block.runs.every((run) => 'break' in run || ('text' in run && run.text.trim() === ''))
  )
}

function tidyBlock(block: InputNode): void {
  if (block['type'] === 'text' || block['type'] === 'heading') {
    block['text'] = unstyled(block['text'] as RichText)
    delete block['style']
  }
}
