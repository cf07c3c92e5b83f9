import { type MergeTag, isNativeTag } from '../../email/data/index.ts'
import type { Marks, Paragraph, RichText, Run } from '../../email/document/index.ts'

/** A character, merge tag or line break with its marks; for a new paragraph, with its properties. */
type Unit = { sign: string; marks: Marks; tag?: MergeTag } | { sign: '\n'; opens: Omit<Paragraph, 'runs'> }

const lineBreak = '\u2028'

/**
 * Rich text as plain lines, merge tags as `{{ path }}` or in their own syntax; undefined if lines cannot express it,
 * such as lists.
 */
export function plainLines(rich: RichText): string | undefined {
  return unitsOf(rich)
    ?.map(({ sign }) => sign)
    .join('')
    .replaceAll(lineBreak, '\n')
}

/**
 * Applies edited plain lines to the rich text: unchanged characters keep their marks, new ones take those before them.
 */
export function withPlainLines(rich: RichText, lines: string): RichText {
  const before = unitsOf(rich) ?? []
  const after = signsOf(lines, new Set(before.flatMap((unit) => ('tag' in unit ? [unit.sign] : []))))
  const start = commonStart(before, after)
  const end = commonEnd(before.slice(start), after.slice(start))
  const neighbor = before[start - 1] ?? before[start]
  const marks = neighbor !== undefined && 'marks' in neighbor ? neighbor.marks : {}
  const fresh = after.slice(start, after.length - end).map((sign): Unit => {
    return sign === '\n' ? { sign, opens: { type: 'paragraph' } } : { sign, marks }
  })
  return paragraphsOf([...before.slice(0, start), ...fresh, ...before.slice(before.length - end)], rich)
}

function unitsOf(rich: RichText): Unit[] | undefined {
  const units: Unit[] = []
  for (const [index, block] of rich.entries()) {
    if (block.type !== 'paragraph') return undefined
    const { runs, ...opens } = block
    if (index > 0) units.push({ sign: '\n', opens })
    for (const run of runs) units.push(...unitsOfRun(run))
  }
  return units
}

function unitsOfRun(run: Run): Unit[] {
  if ('break' in run) return [{ sign: lineBreak, marks: {} }]
  if ('tag' in run) {
    const { tag, ...marks } = run
    return [{ sign: isNativeTag(tag) ? tag.native : `{{ ${tag.path} }}`, marks, tag }]
  }
  const { text, ...marks } = run
  return [...text].map((sign) => ({ sign, marks }))
}

// Known tags are one unit, so that a tag is kept or removed as a whole.
function signsOf(lines: string, tags: ReadonlySet<string>): string[] {
  const signs: string[] = []
  for (let at = 0; at < lines.length;) {
    const tag = /[{<%*]/.test(lines[at] ?? '') ? [...tags].find((each) => lines.startsWith(each, at)) : undefined
    const sign = tag ?? String.fromCodePoint(lines.codePointAt(at) ?? 0)
    signs.push(sign)
    at += sign.length
  }
  return signs
}

function commonStart(before: readonly Unit[], after: readonly string[]): number {
  let at = 0
  while (at < before.length && at < after.length && isSame(before[at], after[at])) at++
  return at
}

function commonEnd(before: readonly Unit[], after: readonly string[]): number {
  let count = 0
  while (
    count < before.length &&
    count < after.length &&
    isSame(before[before.length - 1 - count], after[after.length - 1 - count])
  )
    count++
  return count
}

function isSame(unit: Unit | undefined, sign: string | undefined): boolean {
  return unit?.sign === sign || (unit?.sign === lineBreak && sign === '\n')
}

function paragraphsOf(units: readonly Unit[], rich: RichText): RichText {
  const first = rich[0]
  const { runs: _runs, ...opens } = first?.type === 'paragraph' ? first : { type: 'paragraph' as const, runs: [] }
  const paragraphs: Paragraph[] = [{ ...opens, runs: [] }]
  for (const unit of units) {
    const runs = paragraphs.at(-1)?.runs ?? []
    if ('opens' in unit) paragraphs.push({ ...unit.opens, runs: [] })
    else if (unit.tag !== undefined) runs.push({ ...unit.marks, tag: unit.tag })
    else if (unit.sign === lineBreak) runs.push({ break: true })
    else addText(runs, unit.sign, unit.marks)
  }
  return paragraphs
}

function addText(runs: Run[], sign: string, marks: Marks): void {
  const last = runs.at(-1)
  if (last !== undefined && 'text' in last && sameMarks(last, marks)) last.text += sign
  else runs.push({ text: sign, ...marks })
}

function sameMarks({ text: _text, ...marks }: Marks & { text: string }, others: Marks): boolean {
  return JSON.stringify(marks) === JSON.stringify(others)
}
