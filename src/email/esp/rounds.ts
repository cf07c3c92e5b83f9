import type { Loop } from '../data/index.ts'
import type { Provider } from './provider.ts'

const members = ['index', 'index0', 'first', 'last', 'length'] as const
type Member = (typeof members)[number]
type Words = Readonly<Partial<Record<Member, string>>>

const dialects = {
  liquid: wordsOf((member) => `forloop.${member}`),
  jinja: wordsOf((member) => `loop.${member}`),
  // Django loops have no length.
  django: {
    index: 'forloop.counter',
    index0: 'forloop.counter0',
    first: 'forloop.first',
    last: 'forloop.last',
  },
  // Handlebars counts from 0 and has no arithmetic.
  handlebars: { index0: '@index', first: '@first', last: '@last' },
} satisfies Record<string, Words>

/** The member of an iteration value such as `forloop.index`; undefined for any other path. */
export function roundMember(path: string): string | undefined {
  return path.startsWith('forloop.') ? path.slice('forloop.'.length) : undefined
}

/** The provider's expression for a member of `forloop`; undefined if support is unknown. */
export function roundWord({ family, loop }: Provider, member: string): string | undefined {
  const dialect = loop?.rounds ?? (family === 'liquid' || family === 'handlebars' ? family : undefined)
  const words: Words = dialect === undefined ? {} : dialects[dialect]
  return words[member as Member]
}

/** The tag for such an expression, which replaces the item in the loop's pattern. */
export function roundTag(word: string, { item }: Pick<NonNullable<Provider['loop']>, 'item'>): string {
  return item.replace(/(?:\{ITEM\}|\bthis)\.\{NAME\}/, () => word)
}

/** True for a loop; false for the path of a condition. */
export function isLoop(frame: Loop | string): frame is Loop {
  return typeof frame === 'object'
}

function wordsOf(word: (member: Member) => string): Words {
  return Object.fromEntries(members.map((member) => [member, word(member)]))
}
