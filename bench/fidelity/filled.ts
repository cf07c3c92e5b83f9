/** Emails with template tags as their readers would see them: each tag with what it says as its value. */
import { linkPlaceholder } from '../../src/email/import/tags/extract-tags.ts'

const tags =
  /\{%-?\s*comment\b[\s\S]*?endcomment\s*-?%\}|<%[\s\S]*?%>|\{\{\{?(?:[^{}]|\{[^{}]*\})*\}?\}\}|\{%[^{}]*%\}|\{#[^{}]*#\}|\*\|[^|]*\|\*/g
const mark = /\ue000(\d+)\ue001/g
const htmlTag = /<style\b[\s\S]*?<\/style\s*>|<[A-Za-z!/](?:[^>"']|"[^"]*"|'[^']*')*>/g

/**
 * The page with the last name of each field in its place, which is the same word in every language; tags that say nothing are
 * left out, and so are all in attributes but the address of an image.
 */
export function fillTags(html: string): string {
  const found: string[] = []
  const marked = html.replace(linkPlaceholder, '').replace(tags, (tag) => `\ue000${found.push(tag) - 1}\ue001`)
  const said = (index: string) => wordsOf(found[Number(index)] ?? '')
  return marked
    .replace(htmlTag, (tag) =>
      tag
        .replace(
          /(<img\b[^>]*?\ssrc\s*=\s*["'])\s*\ue000(\d+)\ue001\s*(?=["'])/i,
          (_, before: string, index: string) => {
            const name = said(index)
            return name === '' ? before : `${before}https://example.com/${encodeURIComponent(name)}`
          },
        )
        .replace(mark, ''),
    )
    .replace(mark, (_, index: string) => (said(index) === '' ? '' : `\u2060${said(index)}\u2060`))
}

function wordsOf(tag: string): string {
  if (
    /^(?:<%(?![-_]?[=-]\s)|\{#|\{%-?\s*comment\b|\{\{\{?\s*[#/^!>~]|\{\{~?\s*else\b|\*\|(?:IF|ELSE|END|IFNOT))/.test(
      tag,
    )
  )
    return ''
  const inside = tag
    .replace(/^(?:<%[-_]?[=-]?|\{\{\{?~?&?|\{%-?|\*\|)\s*/, '')
    .replace(/\s*(?:[-_]?%>|~?\}?\}\}|-?%\}|\|\*)$/, '')
  if (tag.startsWith('{%')) return /^trans(?:late)?\s+["']([^"']*)/.exec(inside)?.[1] ?? ''
  const native = /^"((?:[^"\\]|\\.)*)"\s*\|\s*native$/.exec(inside)?.[1]
  if (native !== undefined) return wordsOf(native.replace(/\\(.)/g, '$1'))
  const field = /^(?:locals\.)?([\w@.[\]-]+)\s*(?:\|[\s\S]*)?$/.exec(inside)?.[1]?.replace(/\.?\[\w+\]/g, '')
  const strings = [...inside.matchAll(/"([^"]*)"|'([^']*)'/g)].map((match) => match[1] ?? match[2] ?? '')
  if (field === undefined) return strings.join(' ').replace(/<[^>]*>|[{}]/g, '')
  const last = field.split('.').at(-1) ?? ''
  const fallback = /\|\s*default\b/.test(inside) ? ` ${strings[0] ?? ''}` : ''
  return (/^(?:this|item\d*)?$/.test(last) ? 'item' : last) + fallback
}
