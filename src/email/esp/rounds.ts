import type { Loop } from '../data/index.ts'
import type { Provider } from './provider.ts'

const members = ['index', 'index0', 'first', 'last', 'length'] as const
type Member = (typeof members)[number]
type Words = Readonly<Partial<Record<Member, string>>>

const dialects = {
  liquid: wordsOf((member) => `forloop.${member}`),
  jinja: wordsOf((member) => `loop.${member}`),
  // Django's loops do not know their length.
  django: {
    index: 'forloop.counter',
    index0: 'forloop.counter0',
    first: 'forloop.first',
    last: 'forloop.last',
  },
  // Handlebars counts from nothing, and adds nothing.
  handlebars: { index0: '@index', first: '@first', last: '@last' },
} satisfies Record<string, Words>

/** What a path tells of the round of a loop, such as `forloop.index`, by its member; undefined for any other path. */
export function roundMember(path: string): string | undefined {
  return path.startsWith('forloop.') ? path.slice('forloop.'.length) : undefined
}

/** What the provider calls a member of the round, as it stands inside its tags; undefined where it is not known to have it. */
export function roundWord({ family, loop }: Provider, member: string): string | undefined {
  const dialect = loop?.rounds ?? (family === 'liquid' || family === 'handlebars' ? family : undefined)
  const words: Words = dialect === undefined ? {} : dialects[dialect]
  return words[member as Member]
}

/** The tag of such a word: it stands where the items of loops do. */
export function roundTag(word: string, { item }: Pick<NonNullable<Provider['loop']>, 'item'>): string {
  return item.replace(/(?:\{ITEM\}|\bthis)\.\{NAME\}/, () => word)
}

/** True if a frame is a loop, not the path of a condition. */
export function isLoop(frame: Loop | string): frame is Loop {
  return typeof frame === 'object'
}

function wordsOf(word: (member: Member) => string): Words {
  return Object.fromEntries(members.map((member) => [member, word(member)]))
}
