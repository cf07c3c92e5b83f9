import { splitPage } from '../../../email/formats/index.ts'
import { cleanCss, cleanHtml } from '../../../email/sanitize/index.ts'

/**
 * HTML of the caller's own, free of anything executable. A page keeps its doctype, the attributes of html and body, its
 * title and what its head may hold; a fragment stays a fragment. The style sheet goes to the end of the head, after the
 * page's own styles.
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

// Attributes are cleaned on an element that may stay; html and body may not.
function openTag(name: string, attributes: string): string {
  const cleaned = /^<div([\s\S]*)>$/.exec(cleanHtml(`<div${attributes}>`).html)
  return `<${name}${cleaned?.[1] ?? ''}>`
}
