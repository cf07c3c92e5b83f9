import { type PDFContext, type PDFDict, PDFHexString, PDFName, type PDFRef } from 'pdf-lib'
import type { DisplayText } from '../../layout/index.ts'

export interface Heading {
  level: number
  title: string
  page: PDFRef
  /** Points from the bottom of the page. */
  top: number
}

/** Collects headings from text runs; the runs of one heading are consecutive. */
export class Headings {
  readonly found: Heading[] = []
  #last: { paragraph: number; level: number; baseline: number } | undefined

  add({ text, meaning, paragraph, baseline }: DisplayText, place: { page: PDFRef; top: number }): void {
    const { heading: level } = meaning
    const [last, heading] = [this.#last, this.found.at(-1)]
    this.#last = undefined
    if (level === undefined) return
    this.#last = { paragraph, level, baseline }
    if (heading !== undefined && last?.paragraph === paragraph && last.level === level) {
      // A wrapped line ends without its space.
      heading.title += last.baseline === baseline ? text : ` ${text}`
    } else this.found.push({ level, title: text, ...place })
  }
}

interface Entry extends Heading {
  children: Entry[]
}

/**
 * Writes the bookmarks (ISO 32000-2, 12.3.3): a heading is nested in the nearest preceding heading of a higher level.
 */
export function writeOutline(context: PDFContext, headings: readonly Heading[]): PDFRef | undefined {
  const root: Entry[] = []
  const open: Entry[] = []
  for (const heading of headings) {
    const title = heading.title.replace(/\s+/g, ' ').trim().slice(0, 200)
    if (title === '') continue
    const entry: Entry = { ...heading, title, children: [] }
    while (open.length > 0 && (open.at(-1)?.level ?? 0) >= entry.level) open.pop()
    ;(open.at(-1)?.children ?? root).push(entry)
    open.push(entry)
  }
  if (root.length === 0) return undefined
  const ref = context.nextRef()
  const dict = context.obj({ Type: 'Outlines' })
  context.assign(ref, dict)
  writeEntries(context, root, { ref, dict })
  return ref
}

function writeEntries(context: PDFContext, entries: readonly Entry[], parent: { ref: PDFRef; dict: PDFDict }): number {
  const refs = entries.map(() => context.nextRef())
  let count = entries.length
  for (const [index, { title, page, top, children }] of entries.entries()) {
    const ref = refs[index]
    if (ref === undefined) continue
    const [before, after] = [refs[index - 1], refs[index + 1]]
    const dict = context.obj({
      Title: PDFHexString.fromText(title),
      Parent: parent.ref,
      Dest: [page, 'XYZ', 0, top, 0],
      Prev: before,
      Next: after,
    })
    context.assign(ref, dict)
    if (children.length > 0) count += writeEntries(context, children, { ref, dict })
  }
  const [first, last] = [refs.at(0), refs.at(-1)]
  if (first !== undefined && last !== undefined) {
    parent.dict.set(PDFName.of('First'), first)
    parent.dict.set(PDFName.of('Last'), last)
    parent.dict.set(PDFName.of('Count'), context.obj(count))
  }
  return count
}
