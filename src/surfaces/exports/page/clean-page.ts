import { splitPage } from '../../../email/formats/index.ts'
import { cleanCss, cleanHtml } from '../../../email/sanitize/index.ts'

/**
 * Sanitizes HTML supplied by the caller. A page keeps its doctype, the attributes of html and body, its title and allowed
 * elements of its head; a fragment stays a fragment. The CSS is appended to the head, after the page's own styles.
 */
export function cleanPage({ html: source, css }: { html: string; css?: string }): string {
  const style = css === undefined || css.trim() === '' ? '' : `<style>\n${cleanCss(css).css}\n</style>\n`
  const page = splitPage(source)
  if (!page) return style + cleanHtml(source).html
  const { doctype, htmlAttributes, head, title, bodyAttributes, body } = page
  return [
    doctype || '<!DOCTYPE html>',
    openTag('html', htmlAttributes),
    '<head>',
    ...(title === undefined ? [] : [`<title>${title.replaceAll('<', '&lt;')}</title>`]),
    cleanHtml(head).html.trim(),
    `${style}</head>`,
    openTag('body', bodyAttributes),
    cleanHtml(body).html.trim(),
    '</body>',
    '</html>\n',
  ]
    .filter((line) => line !== '')
    .join('\n')
}

// Attributes are sanitized on a div, because the sanitizer removes html and body elements.
function openTag(name: string, attributes: string): string {
  const cleaned = /^<div([\s\S]*)>$/.exec(cleanHtml(`<div${attributes}>`).html)
  return `<${name}${cleaned?.[1] ?? ''}>`
}
