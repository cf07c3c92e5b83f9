import { cleanPaste } from '../../email/import/index.ts'
import {
  type Block,
  type ListItem,
  type RichText,
  type Run,
  isAddress,
  parseRichText,
  richTextToPlain,
} from '../../email/document/index.ts'
import { newBlock } from '../actions/index.ts'
import { readPlain } from './plain.ts'

/** Characters; longer HTML is pasted as plain text, because parsing would block the page. */
const maxHtmlLength = 1024 * 1024

export interface ClipboardContent {
  html: string
  plain: string
}

/**
 * Clipboard content as blocks: texts, tables and images in order. The HTML is parsed without a document, so no script
 * runs.
 */
export function readPasted({ html, plain }: ClipboardContent): Block[] {
  if (html === '' || html.length > maxHtmlLength) return readPlain(plain)
  const pasted = cleanPaste(html)
  const blocks =
    pasted.kind === 'text' ? textBlocks(pasted.text) : pasted.blocks.flatMap((loose) => blocksFrom(loose as Block))
  return blocks.length === 0 ? readPlain(plain) : blocks
}

/** True if the HTML is a whole email or page: those have nested tables and require the importer of the service. */
export function isLayout(html: string): boolean {
  let depth = 0
  for (const [tag] of html.matchAll(/<\/?table\b/gi)) {
    depth += tag.startsWith('</') ? -1 : 1
    if (depth > 1) return true
  }
  return false
}

function blocksFrom(loose: Block): Block[] {
  switch (loose.type) {
    case 'table': {
      const { head: _head, rows: _rows, columns: _columns, ...style } = newBlock('table')
      const { head, rows, columns } = loose as { head?: RichText[]; rows?: RichText[][]; columns?: object[] }
      const safeRow = (row: readonly RichText[]) => row.map(safe)
      const top = head === undefined ? {} : { head: safeRow(head) }
      return [{ ...style, ...top, rows: (rows ?? []).map(safeRow), ...(columns === undefined ? {} : { columns }) }]
    }
    case 'image': {
      const { src, alt, href, width } = loose as { src?: unknown; alt?: unknown; href?: unknown; width?: unknown }
      if (typeof src !== 'string' || !/^https?:/i.test(src)) return []
      const link = typeof href === 'string' && href !== '' && isAddress(href) ? { href } : {}
      const size = typeof width === 'number' ? { width } : {}
      return [{ ...newBlock('image'), src, alt: typeof alt === 'string' ? alt : '', ...link, ...size }]
    }
    case 'divider':
      return [newBlock('divider')]
    case 'button': {
      const { label, href } = loose as { label?: unknown; href?: unknown }
      if (typeof label !== 'string' || label.trim() === '') return []
      const { href: _href, ...button } = newBlock('button')
      return [{ ...button, label, href: typeof href === 'string' && isAddress(href) ? href : '' }]
    }
    case 'heading': {
      const level = loose['level'] as 1 | 2 | 3 | 4
      return textBlocks(wordsOf(loose).map((part) => (part.type === 'paragraph' ? { ...part, level } : part)))
    }
    default:
      return textBlocks(wordsOf(loose))
  }
}

function textBlocks(text: RichText): Block[] {
  return text.length === 0 ? [] : [{ ...newBlock('text'), text: safe(text) }]
}

// Text of other elements, such as menus.
function wordsOf(value: unknown): RichText {
  if (Array.isArray(value)) return isRich(value) ? value : value.flatMap(wordsOf)
  if (typeof value !== 'object' || value === null) return []
  const { html, label, href } = value as { html?: unknown; label?: unknown; href?: unknown }
  if (typeof html === 'string') return parseRichText(html).filter((part) => richTextToPlain([part]).trim() !== '')
  if (typeof label === 'string' && label !== '')
    return [{ type: 'paragraph', runs: [{ text: label, ...(typeof href === 'string' ? { link: { href } } : {}) }] }]
  return Object.values(value).flatMap((part) => (typeof part === 'object' ? wordsOf(part) : []))
}

function isRich(value: readonly unknown[]): value is RichText {
  const kinds = ['paragraph', 'list']
  return value.length > 0 && value.every((part) => kinds.includes((part as { type?: string } | null)?.type ?? ''))
}

// Replaces links with schemes that emails must not contain by their text.
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
