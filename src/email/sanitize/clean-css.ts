import type { AddressUse } from './urls.ts'
import { findCssEdits } from './css-scan.ts'
import { applyEdits, outermost } from './edits.ts'

const maxPasses = 10

export interface CleanedCss {
  css: string
  removed: string[]
}

/**
 * Sanitizes CSS for a style element in the head: rules, media queries, keyframes and fonts stay byte for byte; imports,
 * script, behaviors and URLs other than https and /cdn/ are removed. The result can neither end its style element nor
 * swallow CSS after it.
 */
export function cleanCss(source: string): CleanedCss {
  return cleanSheet(source, 'strict')
}

/** As cleanCss, with the URLs that `use` allows. */
export function cleanSheet(source: string, use: AddressUse): CleanedCss {
  const removed: string[] = []
  let css = closeless(source)
  // Removing a part can join the text around it to something forbidden.
  for (let pass = 0; pass < maxPasses; pass++) {
    const edits = findCssEdits(css, use)
    if (edits.length === 0) return { css, removed }
    removed.push(...outermost(edits).flatMap((edit) => edit.what ?? []))
    css = closeless(applyEdits(css, edits))
  }
  return { css: '', removed: [...removed, 'CSS that cannot be sanitized'] }
}

// The HTML parser searches for </style before CSS is parsed; `\3c ` is equivalent in CSS and has no meaning in HTML.
function closeless(css: string): string {
  return css.replace(/<(?=[/?a-z]|!(?!--))/gi, '\\3c ').replaceAll('\0', '')
}
