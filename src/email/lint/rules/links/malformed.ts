import { everyAddress } from '../../model/texts-and-urls.ts'
import { hostOf } from '../../model/hosts.ts'
import { defineRule } from '../../rule.ts'

export const linkMalformed = defineRule({
  id: 'links.malformed',
  severity: 'error',
  why: 'Recipients get an error or a wrong page.',
  remedy: 'Use a complete URL: https://example.com/page, mailto:name@example.com, tel:+35316790000.',
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
      return isAddressList(rest) ? undefined : 'has no email address'
    case 'tel':
    case 'sms':
      // RFC 3966: digits and separators; parameters follow a semicolon or question mark.
      return /^[+*#\d][\d().*#\s-]*$/.test(decode(rest).split(/[;?]/, 1)[0] ?? '')
        ? undefined
        : 'is not a telephone number'
    case 'http':
    case 'https':
      if (/^\/*https?:?(?:\/\/|$)/i.test(rest)) return 'has two schemes'
      return hostOf(href) === undefined ? 'has no host' : undefined
    default:
      return undefined
  }
}

// A mailto link without recipient but with a subject is for sharing (RFC 6068, 2).
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
