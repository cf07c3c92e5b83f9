import type { BlockSchemas } from '../block-schema.ts'
import { type Aspect, aspectsOf } from './aspects.ts'
import type { Comparison } from './compare.ts'
import { segmentsOf } from './values.ts'
import type { NodeId } from '../model.ts'

/** Counts of changes. Nodes inserted or removed with a parent count once, with that parent. */
export interface ChangeSummary {
  added: number
  removed: number
  moved: number
  changed: number
  settings: number
}

const maxPhrases = 4

/** Summarizes changes in one line of English for a list of versions, and in numbers. "No changes" if there are none. */
export function describeChanges(
  comparison: Comparison,
  blocks: BlockSchemas,
): { text: string; summary: ChangeSummary } {
  const [added, removed] = [tops(comparison.added), tops(comparison.removed)]
  const { changed, moved } = comparison
  const settings = settingNames(comparison)
  const phrases = [
    ...propertyPhrases(comparison, blocks),
    ...(added.length > 0 ? [`added ${nounsOf(added, blocks)}`] : []),
    ...(removed.length > 0 ? [`removed ${nounsOf(removed, blocks)}`] : []),
    ...(moved.length > 0 ? [`moved ${nounsOf(moved, blocks)}`] : []),
    ...(settings.length > 0 ? [`changed ${listed(settings)}`] : []),
  ]
  const summary: ChangeSummary = {
    added: added.length,
    removed: removed.length,
    moved: moved.length,
    changed: changed.length,
    settings: comparison.settings.length,
  }
  return { text: sentence(phrases), summary }
}

function tops<T extends { within?: string }>(entries: readonly T[]): T[] {
  return entries.filter(({ within }) => within === undefined)
}

const phraseOf: Readonly<Record<Aspect, (nodes: string, isOne: boolean) => string>> = {
  text: (nodes) => `changed the text of ${nodes}`,
  link: (nodes, isOne) => `changed the ${isOne ? 'link' : 'links'} of ${nodes}`,
  image: (nodes, isOne) => `changed the ${isOne ? 'image' : 'images'} of ${nodes}`,
  date: (nodes) => `changed the date of ${nodes}`,
  html: (nodes) => `changed the HTML of ${nodes}`,
  items: (nodes) => `changed the items of ${nodes}`,
  look: (nodes) => `restyled ${nodes}`,
  setting: (nodes) => `changed the settings of ${nodes}`,
  visibility: (nodes, isOne) => `changed where ${nodes} ${isOne ? 'shows' : 'show'}`,
  condition: (nodes, isOne) => `changed when ${nodes} ${isOne ? 'shows' : 'show'}`,
  loop: (nodes, isOne) => `changed how ${nodes} ${isOne ? 'repeats' : 'repeat'}`,
  module: (nodes) => `updated ${nodes}`,
  lock: (nodes, isOne) => `changed the ${isOne ? 'lock' : 'locks'} of ${nodes}`,
  name: (nodes) => `renamed ${nodes}`,
}

function propertyPhrases({ changed }: Comparison, blocks: BlockSchemas): string[] {
  const byAspect = new Map<Aspect, Named[]>()
  for (const node of changed) {
    const aspects = new Set(node.properties.flatMap((change) => [...aspectsOf(node.type, change, blocks)]))
    for (const aspect of aspects) {
      const nodes = byAspect.get(aspect)
      if (nodes === undefined) byAspect.set(aspect, [node])
      else nodes.push(node)
    }
  }
  return (Object.keys(phraseOf) as Aspect[]).flatMap((aspect) => {
    const nodes = byAspect.get(aspect)
    return nodes === undefined ? [] : [phraseOf[aspect](nounOf(nodes, blocks), nodes.length === 1)]
  })
}

const settingWords: Readonly<Record<string, string>> = {
  '/meta/subject': 'the subject',
  '/meta/preheader': 'the preheader',
  '/meta/title': 'the title',
  '/meta/lang': 'the language',
  '/meta/dir': 'the text direction',
  '/meta/description': 'the description',
  '/theme': 'the theme',
  '/body': 'the page layout',
  '/fields': 'the merge fields',
  '/head': 'the style sheet',
  '/assets': 'the assets',
  '/translations': 'the translations',
}

function settingNames({ settings }: Comparison): string[] {
  const names = settings.map(({ path }) => {
    const [key = '', member = ''] = segmentsOf(path)
    return settingWords[`/${key}/${member}`] ?? settingWords[`/${key}`] ?? 'the settings'
  })
  return [...new Set(names)]
}

function listed(words: readonly string[]): string {
  return words.length < 3 ? words.join(' and ') : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`
}

function sentence(phrases: readonly string[]): string {
  if (phrases.length === 0) return 'No changes'
  const rest = phrases.length - maxPhrases
  const said = rest > 0 ? [...phrases.slice(0, maxPhrases), `and ${rest} more`] : phrases
  const text = said.join(', ')
  return text.slice(0, 1).toUpperCase() + text.slice(1)
}

/** A node in a generated sentence. */
interface Named {
  id: NodeId
  type: string
}

const structural = new Set(['section', 'group', 'column', 'module'])
// Nouns without a singular article: there is no "a social".
const uncountable = /s$|^(?:text|code|html|social)$/i

/** "a button", "2 buttons", "3 blocks"; "4 parts" when sections and blocks mix. */
function nounOf(nodes: readonly Named[], blocks: BlockSchemas): string {
  const kinds = new Set(nodes.map(({ type }) => singular(type, blocks)))
  const [kind = 'part'] = kinds
  if (kinds.size === 1) return counted(kind, nodes.length)
  return counted(nodes.some(({ type }) => structural.has(type)) ? 'part' : 'block', nodes.length)
}

/** "a section and 2 buttons"; of more than two kinds only their number. */
function nounsOf(nodes: readonly Named[], blocks: BlockSchemas): string {
  const kinds = Map.groupBy(nodes, ({ type }) => singular(type, blocks))
  if (kinds.size > 2) return nounOf(nodes, blocks)
  return [...kinds.values()].map((same) => nounOf(same, blocks)).join(' and ')
}

function singular(type: string, blocks: BlockSchemas): string {
  if (structural.has(type)) return type
  const label = blocks.get(type)?.label ?? type
  const word = label === label.toUpperCase() ? label : label.toLowerCase()
  return uncountable.test(label) ? `${word} block` : word
}

function counted(noun: string, count: number): string {
  if (count !== 1) return `${count} ${noun}s`
  return `${/^[aeio]/i.test(noun) ? 'an' : 'a'} ${noun}`
}
