import { describe, expect, test } from 'bun:test'
import type { List, ListItem, Marks, RichText, Run } from '../../src/email/document/index.ts'
import { richTextSchema } from '../../src/email/document/index.ts'
import { docToLine, docToRich, lineToDoc, richToDoc } from '../../src/editor/text/mapping.ts'
import { Value } from '@sinclair/typebox/value'
import { type Random, createRandom } from '../support/random.ts'

const letters = ['Hello', ' ', 'naïve ', 'مرحبا', '日本', '{{', '👩‍👩‍👧', 'a\u00a0b', 'tail ']
const tags = [
  { path: 'first_name' },
  { path: 'order.items.0.price', fallback: 'none', filters: [{ name: 'number' as const, argument: 'EUR' }] },
  { path: 'day', filters: [{ name: 'date' as const, argument: '%d %B', zone: 'Europe/Berlin' }], raw: true as const },
]
const looks: Marks[] = [
  { bold: true },
  { italic: true },
  { underline: true },
  { strike: true },
  { sub: true },
  { sup: true },
  { code: true },
  { color: '$color.brand' },
  { background: '#ffee00' },
  { font: '$font.body' },
  { size: 22 },
  { link: { href: 'https://example.com/{{ id }}', title: 'There', underline: false } },
  { link: { role: 'unsubscribe' } },
]

function randomMarks(random: Random): Marks {
  let marks: Marks = {}
  while (random.next() < 0.4) marks = { ...marks, ...random.pick(looks) }
  return marks
}

/** Runs in canonical form: no empty text, neighbors that look the same are one. */
function randomRuns(random: Random): Run[] {
  const runs: Run[] = []
  for (let count = random.integer(6); count > 0; count--) {
    const kind = random.next()
    const last = runs.at(-1)
    if (kind < 0.15) runs.push({ break: true })
    else if (kind < 0.35) runs.push({ tag: random.pick(tags), ...randomMarks(random) })
    else if (last === undefined || !('text' in last)) runs.push({ text: random.pick(letters), ...randomMarks(random) })
  }
  return runs
}

function randomList(random: Random, depth: number): List {
  const items = Array.from({ length: random.integer(4) }, (): ListItem => {
    const runs = randomRuns(random)
    return depth < 3 && random.next() < 0.4 ? { runs, list: randomList(random, depth + 1) } : { runs }
  })
  const spacing = random.next() < 0.3 ? { spacing: 1 + random.integer(100) } : {}
  return { type: 'list', ordered: random.next() < 0.5, ...spacing, items }
}

function randomRich(random: Random): RichText {
  return Array.from({ length: random.integer(5) }, () => {
    if (random.next() < 0.3) return randomList(random, 1)
    return {
      type: 'paragraph' as const,
      runs: randomRuns(random),
      ...(random.next() < 0.3 ? { align: random.pick(['left', 'center', 'right', 'justify'] as const) } : {}),
      ...(random.next() < 0.3 ? { level: random.pick([1, 2, 3, 4] as const) } : {}),
    }
  })
}

describe('rich text in the text editor', () => {
  test('comes back as it was, whatever it holds', () => {
    const random = createRandom(20)
    for (let round = 0; round < 5000; round++) {
      const rich = randomRich(random)
      expect(docToRich(richToDoc(rich))).toEqual(rich)
    }
  })

  test('is what the editor accepts, and what comes back is what the document accepts', () => {
    const random = createRandom(21)
    for (let round = 0; round < 500; round++) {
      const doc = richToDoc(randomRich(random))
      doc.check()
      expect(Value.Check(richTextSchema, docToRich(doc))).toBe(true)
    }
  })

  test('that is empty is one empty paragraph to type in, and stays empty when nothing is typed', () => {
    expect(richToDoc([]).childCount).toBe(1)
    expect(docToRich(richToDoc([]))).toEqual([])
    expect(docToRich(richToDoc([{ type: 'paragraph', runs: [] }]))).toEqual([{ type: 'paragraph', runs: [] }])
  })
})

test.each(['', 'Buy now', 'Hello {{ first_name }}!', '{{ a | default: "b" | upcase }}', 'Braces {{ "{{" }} stay'])(
  'the line %p comes back as it was',
  (line) => {
    expect(docToLine(lineToDoc(line))).toBe(line)
  },
)
