import { fill } from './patterns.ts'
import type { Provider } from './provider.ts'

/** A required tag that the email lacks. */
export interface Missing {
  /** One of these must be in the email. */
  tags: readonly string[]
}

/**
 * Adapts a page to the provider: open tracking, style sheets whose braces are not parsed as tags, preserved comments and, if
 * regions are marked, the markup that its editor requires.
 */
export function adaptPage(html: string, provider: Provider, isEditable = false): string {
  const { append = [], editable, family } = provider
  const protectedHtml = protectComments(protectStyles(html, family), provider)
  const headed = isEditable ? insertBefore('</head>', editable?.head ?? '', protectedHtml) : protectedHtml
  return insertBefore('</body>', append.join(''), headed)
}

function insertBefore(tag: string, code: string, html: string): string {
  const at = code === '' ? -1 : html.lastIndexOf(tag)
  return at < 0 ? html : html.slice(0, at) + code + html.slice(at)
}

export function missingIn(html: string, { required = [] }: Provider): Missing[] {
  const names = (tag: string) => tag.replace(/\s+/g, '').replace(/^<([a-z]+)>$/, '<$1')
  const compact = html.replace(/\s+/g, '')
  return required.filter((tags) => !tags.some((tag) => compact.includes(names(tag)))).map((tags) => ({ tags }))
}

// Conditional comments for Outlook are between delimiters that are separate comments for all other clients.
function protectComments(html: string, { comment }: Provider): string {
  if (comment === undefined) return html
  const delimiter = /<!--\[if [^[\]]*\]>(?:<!-->)?|<!\[endif\]-->|<!--<!\[endif\]-->/g
  return html.replace(delimiter, (code) => fill(comment, { CODE: code }))
}

function protectStyles(html: string, family: string): string {
  if (family === 'smarty') return rewriteStyles(html, (css) => `{literal}${css}{/literal}`)
  // A brace followed by a space does not start a tag in these languages.
  if (family === 'zephyr' || family === 'single-curly' || family === 'mautic')
    return rewriteStyles(html, (css) => css.replace(/\{(?=\S)/g, '{ '))
  return html
}

function rewriteStyles(html: string, rewrite: (css: string) => string): string {
  // An unclosed element matches up to the end of the HTML, so that the search is linear, and stays unchanged.
  const styles = /(<style[^<>]*>)([\s\S]*?)(<\/style>|$)/g
  return html.replace(styles, (all: string, open: string, css: string, close: string) =>
    close === '' ? all : open + rewrite(css) + close,
  )
}
