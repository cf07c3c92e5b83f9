import { scanHtml } from './scan-html.ts'

export interface Fault {
  kind: 'unclosed' | 'stray' | 'comment'
  name: string
  /** What would end all that is open; undefined where adding something does not help. */
  closing: string | undefined
}

/** Elements whose end must be written: a parser closes others by itself, and what follows is safe. */
const strict = new Set(
  'table tbody thead tfoot tr td th div span a center font b strong i em u s sub sup h1 h2 h3 h4 h5 h6 ul ol dl section article header footer main aside nav address blockquote pre style script title'.split(
    ' ',
  ),
)
/** Ends that a parser adds in tables (HTML, 13.1.2.4). */
const optional = new Set('tbody thead tfoot tr td th'.split(' '))

/**
 * The first thing that is opened and never closed in a piece of HTML, or closed and never opened; undefined for what is in
 * balance, or what is not in a way that stays inside. Tags between conditional comments count for Outlook only, and are left out.
 */
export function faultOf(html: string): Fault | undefined {
  const open = html.lastIndexOf('<!--')
  if (open >= 0 && !html.includes('-->', open)) return { kind: 'comment', name: '', closing: ' -->' }
  const stack: string[] = []
  let stray: Fault | undefined
  const close = (name: string) => {
    if (!strict.has(name)) return
    const at = stack.lastIndexOf(name)
    // The end of an element that is not open is ignored, but for the table around the block.
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
