import type { AddressUse } from './urls.ts'
import { findCssEdits } from './css-scan.ts'
import { applyEdits, outermost } from './edits.ts'

const maxPasses = 10

/** Clean CSS and what had to go. */
export interface CleanedCss {
  css: string
  removed: string[]
}

/**
 * CSS for a style element in the head: rules, media queries, keyframes and fonts stay byte for byte; imports, script,
 * behaviors and addresses other than https and /cdn/ go. It cannot leave its style element, nor swallow CSS behind it.
 */
export function cleanCss(source: string): CleanedCss {
  return cleanSheet(source, 'strict')
}

/** As cleanCss, with the addresses that the use allows. */
export function cleanSheet(source: string, use: AddressUse): CleanedCss {
  const removed: string[] = []
  let css = closeless(source)
  // The parts left and right of a cut may join to something else.
  for (let pass = 0; pass < maxPasses; pass++) {
    const edits = findCssEdits(css, use)
    if (edits.length === 0) return { css, removed }
    removed.push(...outermost(edits).flatMap((edit) => edit.what ?? []))
    css = closeless(applyEdits(css, edits))
  }
  return { css: '', removed: [...removed, 'CSS that cannot be sanitized'] }
}

// The HTML parser looks for </style before CSS is read; `\3c ` means the same to CSS and nothing to HTML.
function closeless(css: string): string {
  return css.replace(/<(?=[/?a-z]|!(?!--))/gi, '\\3c ').replaceAll('\0', '')
}
