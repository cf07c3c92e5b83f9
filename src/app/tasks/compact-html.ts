import { type InlineCss, createInliner, minifyCss, minifyHtml } from '../../email/formats/index.ts'
import { readCssInline } from './embedded.ts'

export interface CompactHtml {
  html: string
  inlineCss: boolean
  minify: boolean
}

let inliner: Promise<InlineCss> | undefined

/**
 * Inlines the style sheets of an email into style attributes, and minifies it, as requested. `isInlined` is false if it is
 * too large or too deep for inlining.
 */
export async function compactHtml({
  html,
  inlineCss,
  minify,
}: CompactHtml): Promise<{ html: string; isInlined: boolean }> {
  const inlined = inlineCss ? (await loadInliner())(html) : undefined
  const styled = inlined ?? html
  return { html: minify ? minifyHtml(styled) : styled, isInlined: inlined !== undefined }
}

/** Minifies a page, and its style sheet separately. */
export function minifyPage({ html, css }: { html: string; css: string }): { html: string; css: string } {
  return { html: minifyHtml(html), css: minifyCss(css) }
}

function loadInliner(): Promise<InlineCss> {
  return (inliner ??= readCssInline().then(createInliner))
}
