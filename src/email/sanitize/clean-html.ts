import { applyEdits, outermost } from './edits.ts'
import { findHtmlEdits } from './html-scan.ts'
import { TooComplex } from './html-tokens.ts'

const maxPasses = 25
const maxReported = 100

export interface CleanedHtml {
  html: string
  removed: string[]
}

/**
 * Removes everything from authored HTML that executes, loads documents or takes input, and keeps the rest byte for byte:
 * Outlook's conditional comments and VML, merge tags, tables, inline styles. Repeats until a parser of the HTML standard
 * finds nothing forbidden, because removing a part can join the text around it to markup. The result cannot swallow what
 * follows it.
 */
export function cleanHtml(source: string): CleanedHtml {
  const removed: string[] = []
  let html = source.includes('\0') ? source.replaceAll('\0', '') : source
  if (!html.includes('<')) return { html, removed }
  try {
    for (let pass = 0; pass < maxPasses; pass++) {
      const edits = outermost(findHtmlEdits(html))
      if (edits.length === 0) return { html, removed: removed.slice(0, maxReported) }
      removed.push(...edits.flatMap((edit) => edit.what ?? []))
      html = applyEdits(html, edits)
    }
  } catch (error) {
    if (!(error instanceof TooComplex)) throw error
  }
  return { html: '', removed: [...removed.slice(0, maxReported), 'HTML that cannot be sanitized'] }
}
