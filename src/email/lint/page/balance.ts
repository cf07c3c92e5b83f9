import { scanHtml } from './scan-html.ts'

export interface Fault {
  kind: 'unclosed' | 'stray' | 'comment'
  name: string
  /** Markup that closes all open elements; undefined if adding markup cannot fix the fault. */
  closing: string | undefined
}

/** Elements that need an end tag: a parser closes others implicitly, without an effect on later content. */
const strict = new Set(
  'table tbody thead tfoot tr td th div span a center font b strong i em u s sub sup h1 h2 h3 h4 h5 h6 ul ol dl section article header footer main aside nav address blockquote pre style script title'.split(
    ' ',
  ),
)
/** Elements in tables whose end tag a parser adds (HTML, 13.1.2.4). */
const optional = new Set('tbody thead tfoot tr td th'.split(' '))

/**
 * The first element of an HTML fragment that is opened and never closed, or closed and never opened; undefined if balanced,
 * or if the fault has no effect outside. Ignores tags in conditional comments, which only Outlook reads.
 */
export function faultOf(html: string): Fault | undefined {
  const open = html.lastIndexOf('<!--')
  if (open >= 0 && !html.includes('-->', open)) return { kind: 'comment', name: '', closing: ' -->' }
  const stack: string[] = []
  let stray: Fault | undefined
  const close = (name: string) => {
    if (!strict.has(name)) return
    const at = stack.lastIndexOf(name)
    // The end tag of an element that is not open is ignored, except for the tables around the block.
    if (at >= 0) stack.length = at
    else if (optional.has(name) || name === 'table' || name === 'div')
      stray ??= { kind: 'stray', name, closing: undefined }
  }
  scanHtml(html, {
    open: ({ name }) => {
      if (strict.has(name)) stack.push(name)
    },
    close,
    raw: (name) => close(name),
    text: () => undefined,
  })
  if (stray !== undefined) return stray
  const name = stack.find((one) => !optional.has(one))
  if (name === undefined) return undefined
  return {
    kind: 'unclosed',
    name,
    closing: stack
      .toReversed()
      .map((one) => `</${one}>`)
      .join(''),
  }
}
