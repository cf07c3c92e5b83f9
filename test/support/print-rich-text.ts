import { type TaggedText, printTagged } from '../../src/email/data/index.ts'
import type { Link, List, Marks, Paragraph, RichText, Run, TagRun, TextRun } from '../../src/email/document/model.ts'
import { escapeHtml } from '../../src/email/document/rich-text/entities.ts'
import { sameLink, sameMarks } from '../../src/email/document/rich-text/runs.ts'

/** Rich text as restricted HTML, tightly written; parseRichText gives the same runs back. */
export function printRichText(rich: RichText): string {
  return rich.map((block) => (block.type === 'paragraph' ? printParagraph(block) : printList(block))).join('')
}

function printParagraph({ align, level, runs }: Paragraph): string {
  const name = level === undefined ? 'p' : `h${level}`
  const style = align === undefined ? '' : ` style="text-align:${align}"`
  return `<${name}${style}>${printRuns(runs)}</${name}>`
}

function printList({ items, ordered }: List): string {
  const name = ordered ? 'ol' : 'ul'
  const inner = items.map(
    (item) => `<li>${printRuns(item.runs)}${item.list === undefined ? '' : printList(item.list)}</li>`,
  )
  return `<${name}>${inner.join('')}</${name}>`
}

type Marked = TextRun | TagRun

function printRuns(runs: readonly Run[]): string {
  const line = new Line()
  let at = 0
  while (at < runs.length) {
    const run = runs[at] as Run
    if ('break' in run) {
      line.raw('<br>')
      line.newLine()
      at++
      continue
    }
    const end = endOf(runs, at, (other) => sameLink(other.link, run.link))
    printLinked(runs.slice(at, end) as Marked[], line, run.link)
    at = end
  }
  return line.finish()
}

// Neighbors with one link share one element.
function printLinked(runs: readonly Marked[], line: Line, link: Link | undefined): void {
  if (link !== undefined) line.raw(openLink(link))
  let at = 0
  while (at < runs.length) {
    const run = runs[at] as Marked
    const end = endOf(runs, at, (other) => sameMarks(other, run))
    const { open, close } = markTags(run)
    const parts: TaggedText = runs.slice(at, end).map((one) => ('text' in one ? one.text : one.tag))
    line.raw(open)
    line.text(printTagged(parts))
    line.raw(close)
    at = end
  }
  if (link !== undefined) line.raw('</a>')
}

function endOf(runs: readonly Run[], from: number, alike: (run: Marked) => boolean): number {
  let end = from + 1
  for (; end < runs.length; end++) {
    const run = runs[end]
    if (run === undefined || 'break' in run || !alike(run)) break
  }
  return end
}

function openLink({ href, role, title, underline }: Link): string {
  const attributes = [
    href === undefined ? '' : ` href="${escapeHtml(href)}"`,
    role === undefined ? '' : ` data-role="${role}"`,
    title === undefined ? '' : ` title="${escapeHtml(title)}"`,
    underline === undefined ? '' : ' style="text-decoration:none"',
  ]
  return `<a${attributes.join('')}>`
}

const elements = [
  ['bold', 'b'],
  ['italic', 'i'],
  ['underline', 'u'],
  ['strike', 's'],
  ['sub', 'sub'],
  ['sup', 'sup'],
  ['code', 'code'],
] as const

function markTags(marks: Marks): { open: string; close: string } {
  const style = [
    marks.color === undefined ? '' : `color:${marks.color}`,
    marks.background === undefined ? '' : `background-color:${marks.background}`,
    marks.font === undefined ? '' : `font-family:${escapeHtml(marks.font)}`,
    marks.size === undefined ? '' : `font-size:${marks.size}px`,
  ].filter((one) => one !== '')
  let open = style.length === 0 ? '' : `<span style="${style.join(';')}">`
  let close = style.length === 0 ? '' : '</span>'
  for (const [mark, element] of elements) {
    if (marks[mark] !== true) continue
    open += `<${element}>`
    close = `</${element}>${close}`
  }
  return { open, close }
}

/** One line of HTML in which white space survives: what HTML would collapse is written as a character reference. */
class Line {
  private html = ''
  // The last thing written was a space that would swallow the next one.
  private afterSpace = true
  // Where that space stands, so that it can be kept if the line ends there.
  private spaceAt = -1

  raw(html: string): void {
    this.html += html
  }

  text(text: string): void {
    for (const piece of escapeHtml(text).split(/([ \t\n\r\f])/)) {
      if (piece === '') continue
      if (piece === ' ' && !this.afterSpace) {
        this.spaceAt = this.html.length
        this.html += ' '
        this.afterSpace = true
      } else {
        this.html += piece.length === 1 && /[ \t\n\r\f]/.test(piece) ? `&#${piece.charCodeAt(0)};` : piece
        this.afterSpace = false
      }
    }
  }

  newLine(): void {
    const kept = this.spaceAt >= 0 && this.afterSpace
    if (kept) this.html = `${this.html.slice(0, this.spaceAt)}&#32;${this.html.slice(this.spaceAt + 1)}`
    this.afterSpace = true
    this.spaceAt = -1
  }

  finish(): string {
    this.newLine()
    return this.html
  }
}
