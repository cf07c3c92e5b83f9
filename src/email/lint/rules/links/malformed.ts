import { everyAddress } from '../../model/every-url.ts'
import { hostOf } from '../../model/hosts.ts'
import { defineRule } from '../../rule.ts'

/** Addresses that no program can make anything of. */
export const linkMalformed = defineRule({
  id: 'links.malformed',
  severity: 'error',
  why: 'Whoever presses it gets an error, or a page that nobody meant.',
  remedy: 'Write the whole address once: https://example.com/page, mailto:name@example.com, tel:+35316790000.',
  doc: 'https://www.rfc-editor.org/rfc/rfc3986',
  *check(context) {
    for (const { href, node, prop } of everyAddress(context)) {
      const wrong = href.includes('{{') ? undefined : faultOf(href.trim())
      if (wrong !== undefined)
        yield { node, prop, message: `${context.title(node)}: ${href.trim().slice(0, 80)} ${wrong}.` }
    }
  },
})

function faultOf(href: string): string | undefined {
  const [scheme = '', rest = ''] = /^(mailto|tel|sms|https?):(.*)$/is.exec(href)?.slice(1) ?? []
  switch (scheme.toLowerCase()) {
    case 'mailto':
      return isAddressList(rest) ? undefined : 'names nobody to write to'
    case 'tel':
    case 'sms':
      // RFC 3966: digits and what parts them; what follows a semicolon or question mark is something else.
      return /^[+*#\d][\d().*#\s-]*$/.test(decode(rest).split(/[;?]/, 1)[0] ?? '')
        ? undefined
        : 'is no telephone number'
    case 'http':
    case 'https':
      if (/^\/*https?:?(?:\/\/|$)/i.test(rest)) return 'begins twice'
      return hostOf(href) === undefined ? 'names no host' : undefined
    default:
      return undefined
  }
}

// A mailto link without recipient but with a subject is one to be shared (RFC 6068, 2).
function isAddressList(rest: string): boolean {
  const [to = '', query] = rest.split('?', 2)
  if (to === '') return query !== undefined
  return to.split(',').every((one) => /^[^\s@<>]+@[^\s@<>.]+(?:\.[^\s@<>.]+)+$/.test(decode(one).trim()))
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
