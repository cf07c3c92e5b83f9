import { type ExtractedTag, maxTags, placeholderOf, tagOf } from './extracted.ts'

const tag = '(\\uf8f0[\\ue000-\\uefff]{2})'
const optionalLink = new RegExp(
  `${tag}\\s{0,99}(<a\\b[^<>]*>)\\s{0,99}${tag}([^<]{0,2000}?)${tag}\\s{0,99}</a\\s{0,9}>\\s{0,99}${tag}`,
  'gi',
)

/**
 * Words whose link a template leaves away, its two halves under the same condition, are either the link with its words or
 * the words: HTML has no half elements.
 */
export function joinOptionalLinks(text: string, tags: ExtractedTag[]): string {
  if (!tags.some(({ kind }) => kind === 'if')) return text
  return text.replace(optionalLink, (all: string, ...[first, link, second, words, third, fourth]: string[]) => {
    const [opened, ended, again, closed] = [first, second, third, fourth].map((one = '') => tagOf(one, tags))
    const word = opened === undefined ? undefined : otherwise(opened.source)
    if (opened?.kind !== 'if' || again?.source !== opened.source || word === undefined || tags.length >= maxTags)
      return all
    if (ended?.kind !== 'end' || closed?.kind !== 'end') return all
    tags.push({ kind: 'else', source: word, ...('isLogic' in opened ? { isLogic: true as const } : {}) })
    return `${first}${link}${words}</a>${placeholderOf(tags.length - 1)}${words}${fourth}`
  })
}

function otherwise(source: string): string | undefined {
  if (source.startsWith('{%')) return '{% else %}'
  if (source.startsWith('{{')) return '{{else}}'
  if (source.startsWith('<%')) return '<% } else { %>'
  return source.startsWith('*|') ? '*|ELSE:|*' : undefined
}
