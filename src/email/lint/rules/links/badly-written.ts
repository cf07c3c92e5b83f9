import type { Node } from '../../../document/index.ts'
import { replaceFix } from '../../fix/change.ts'
import { everyAddress } from '../../model/texts-and-urls.ts'
import { defineRule } from '../../rule.ts'

/** URLs that work only in clients that fix them silently. */
export const linkBadlyWritten = defineRule({
  id: 'links.badly-written',
  severity: 'warning',
  why: 'Some mail clients end the link at a space, and parameters after a second question mark are not recognized.',
  remedy: 'Encode spaces as %20, separate parameters with &, and use each campaign parameter once.',
  doc: 'https://www.rfc-editor.org/rfc/rfc3986#section-3.4',
  *check(context) {
    for (const { href, node, prop } of everyAddress(context)) {
      if (!/^\s*https?:/i.test(href)) continue
      const wrong = faultOf(href.trim())
      if (wrong === undefined) continue
      const fix = node === undefined || node.type === 'html' ? undefined : fixOf(node, href)
      yield { node, prop, message: `${context.title(node)}: ${href.trim().slice(0, 80)} ${wrong}.`, fix }
    }
  },
})

const tag = /(?<!\{)\{{2,}[^{}]*\}\}/g

function faultOf(href: string): string | undefined {
  const plain = href.includes('{{') ? href.replace(tag, 'x') : href
  if (/\s/.test(plain)) return 'contains a space'
  const [, query = ''] = /^[^?#]*\?([^#]*)/.exec(plain) ?? []
  if (query === '') return undefined
  if (/\?[\w.-]+=/.test(query)) return 'has a second question mark'
  if (/&amp;/i.test(query)) return 'contains &amp; instead of &'
  const names = [...query.matchAll(/(?:^|&)(utm_\w+)=/gi)].map(([, name = '']) => name.toLowerCase())
  const twice = names.find((name, at) => names.indexOf(name) < at)
  return twice === undefined ? undefined : `names ${twice} twice`
}

// With a duplicate parameter, the intended value is unknown.
function fixOf(node: Node, href: string) {
  const tags: string[] = []
  const marked = href.trim().replace(tag, (one) => `\u0000${tags.push(one) - 1}\u0000`)
  const start = marked.indexOf('?')
  const [head, query] = start < 0 ? [marked, ''] : [marked.slice(0, start + 1), marked.slice(start + 1)]
  const fixed = (head + query.replace(/&amp;/gi, '&').replace(/\?(?=[\w.-]+=)/g, '&'))
    .replace(/\s/g, '%20')
    .replace(/\u0000(\d+)\u0000/g, (_, at: string) => tags[Number(at)] ?? '')
  if (faultOf(fixed) !== undefined) return undefined
  return replaceFix(node, 'Fix the URL', (text) => (text === href ? fixed : text))
}
