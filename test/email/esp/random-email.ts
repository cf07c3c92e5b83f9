/** Random emails with data: conditions of every kind, in loops and outside, indices, lengths and typed values. */
import { createRandom } from '../../support/random.ts'

export interface RandomEmail {
  rows: object[]
  data: Record<string, unknown>
}

/** Names of the fields, which targets are notified to keep as they are. */
export const fieldNames = ['plan', 'city', 'points', 'vip', 'order', 'email']
export const listNames = ['items', 'metrics']

type Kind = 'text' | 'number' | 'truth'
interface Field {
  path: string
  kind: Kind
}

const outside: Field[] = [
  { path: 'plan', kind: 'text' },
  { path: 'city', kind: 'text' },
  { path: 'points', kind: 'number' },
  { path: 'vip', kind: 'truth' },
  { path: 'order.total', kind: 'number' },
  { path: 'order.state', kind: 'text' },
  { path: 'metrics.0.title', kind: 'text' },
  { path: 'items.1.count', kind: 'number' },
  { path: 'items.0.good', kind: 'truth' },
]
const inside: Field[] = [
  { path: 'item.title', kind: 'text' },
  { path: 'item.count', kind: 'number' },
  { path: 'item.good', kind: 'truth' },
  { path: 'item.parts.0.title', kind: 'text' },
]
/** Some have characters that languages and HTML quote. */
const words = ['gold', 'free', 'Rome', 'Ann Lee', 'x2', "O'Neil", 'Tom & "Jo"', 'Zoë 50%']
const fallbacks = ['none', "it's", 'A & B', 'é']

/** One email of a few blocks and the data for it; the same for the same seed. */
export function randomEmail(seed: number): RandomEmail {
  const random = createRandom(seed)
  const { pick } = random
  const chance = (share: number) => random.next() < share
  const value = (kind: Kind): unknown =>
    chance(0.2)
      ? undefined
      : kind === 'text'
        ? pick(words)
        : kind === 'number'
          ? pick([1, 2, 7, 99.5, 100, 101, 1234567])
          : chance(0.5)
  const item = (depth = 0): Record<string, unknown> =>
    without({
      title: value('text'),
      count: value('number'),
      good: value('truth'),
      parts: depth === 0 && chance(0.8) ? Array.from({ length: pick([0, 1, 2]) }, () => item(1)) : undefined,
      tags: chance(0.8) ? Array.from({ length: pick([0, 1, 3]) }, () => pick(words)) : undefined,
    })
  const simple = (fields: readonly Field[]): object => {
    const { kind, path } = pick(fields)
    if (chance(0.3)) return { op: pick(['exists', 'empty']), path }
    if (kind === 'truth') return { op: pick(['eq', 'ne']), path, value: chance(0.5) }
    if (kind === 'text') return { op: pick(['eq', 'ne', 'eq', 'contains']), path, value: pick(words) }
    return { op: pick(['eq', 'ne', 'gt', 'gte', 'lt', 'lte']), path, value: pick([1, 7, 100, 1234567]) }
  }
  const condition = (fields: readonly Field[], depth = 0): object => {
    if (depth > 1 || chance(0.6)) return simple(fields)
    if (chance(0.3)) return { op: 'not', of: condition(fields, depth + 1) }
    const of = Array.from({ length: pick([2, 3]) }, () => condition(fields, depth + 1))
    return { op: pick(['and', 'or']), of }
  }
  const said = (fields: readonly Field[]) => {
    const shown = fields.filter(({ kind }) => kind !== 'truth')
    const { kind, path } = pick(shown)
    const tag = kind === 'text' && chance(0.3) ? `{{ ${path} | default: "${pick(fallbacks)}" }}` : `{{ ${path} }}`
    return chance(0.15) ? `<a href="https://shop.example/a?q={{ ${path} }}">${tag}</a>` : tag
  }
  const block = (number: number): object => {
    const node = (fields: readonly Field[], more: object = {}) => ({
      type: 'text',
      text: `<p>B${number} ${said(fields)} ${said(outside)};</p>`,
      ...(chance(0.6) ? { when: condition(chance(0.5) ? fields : [...fields, ...outside]) } : {}),
      ...more,
    })
    const otherwise = (of: object) => (chance(0.3) ? { else: [of] } : {})
    const shown = { type: 'text', text: `<p>E${number};</p>` }
    const loop = (of: object) => ({ in: pick(listNames), as: 'item', ...otherwise(of) })
    if (chance(0.5)) return section(node(outside))
    if (chance(0.2)) {
      const when = { op: 'eq', path: 'items.size', value: pick([0, 1, 2]) }
      return section({ type: 'text', text: `<p>S${number} {{ items.size }};</p>`, when })
    }
    if (chance(0.5)) return section(node(inside, { each: loop(shown) }))
    const inner = chance(0.5)
      ? {
          type: 'text',
          text: `<p>T${number} {{ tag }} {{ item.title }} {{ city }};</p>`,
          each: { in: 'item.tags', as: 'tag' },
        }
      : node(
          inside
            .map(({ kind, path }) => ({ kind, path: path.replace('item.', chance(0.5) ? 'part.' : 'item.') }))
            .filter(({ path }) => !path.startsWith('part.parts')),
          { each: { in: 'item.parts', as: 'part' } },
        )
    return { type: 'group', rows: [section(inner)], each: loop(shown) }
  }
  const data = without({
    plan: value('text'),
    city: value('text'),
    points: value('number'),
    vip: value('truth'),
    order: chance(0.8) ? without({ total: value('number'), state: value('text') }) : undefined,
    items: Array.from({ length: pick([0, 1, 2, 3]) }, () => item()),
    metrics: Array.from({ length: pick([0, 1, 2]) }, () => item()),
  })
  return { rows: Array.from({ length: pick([1, 2, 3]) }, (_, number) => block(number)), data }
}

function section(block: object): object {
  return { type: 'section', columns: [{ blocks: [block] }] }
}

function without(values: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined))
}
