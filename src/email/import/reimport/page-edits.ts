import type { EmailDocument } from '../../document/index.ts'
import { parseSheet } from '../css/parse-sheet.ts'
import { readColor } from '../css/values.ts'
import { type Element, findElement, textOf } from '../tree/dom.ts'
import type { Match } from './match.ts'
import { findAttributeEdits } from './find-edits.ts'
import { type ComparedPage, wordsOf } from './compared-page.ts'

/** Applies changes of the whole email from the submitted page: title, preview text, language, background, style sheet. */
export function withPageEdits(
  document: EmailDocument,
  { rendered, given, match }: { rendered: ComparedPage; given: ComparedPage; match: Match },
): EmailDocument {
  const meta = { ...document.meta }
  const body = { ...document.body }
  const [title, newTitle] = [titleOf(rendered), titleOf(given)]
  if (newTitle !== '' && newTitle !== title) meta.title = newTitle
  const [preview, newPreview] = [previewOf(rendered), previewOf(given)]
  if (newPreview !== undefined && preview !== undefined && newPreview !== preview) meta.preheader = newPreview
  const [page, newPage] = [rendered, given].map(({ root }) => findElement(root, ({ name }) => name === 'html'))
  const lang = newPage?.attributes['lang']
  if (lang !== undefined && lang !== page?.attributes['lang'] && /^[A-Za-z]{2,8}(?:-[A-Za-z0-9]{1,8})*$/.test(lang))
    meta.lang = lang
  const dir = newPage?.attributes['dir']
  if (dir !== page?.attributes['dir'] && (dir === 'rtl' || dir === 'ltr')) meta.dir = dir
  for (const one of match.attributes) {
    if (one.node !== '') continue
    for (const edit of findAttributeEdits(one.rendered, one.given)) {
      if (edit.kind === 'attribute' && edit.name === 'aria-label' && edit.to !== '') meta.title = edit.to
      const color = edit.kind === 'style' && edit.name.startsWith('background') ? readColor(edit.to) : undefined
      if (color !== undefined) body.background = color
    }
  }
  const head = headWith(document, rendered.css, given.css)
  return { ...document, meta, body, ...(head === undefined ? {} : { head }) }
}

/** Counts the rules of the submitted style sheet that neither of the rendered ones contains. */
export function countNewRules(given: string, ...rendered: string[]): number {
  const known = new Set(rendered.flatMap(rulesIn))
  return rulesIn(given).filter((rule) => !known.has(rule)).length
}

// Class names are numbered in order of use, so rules are compared by their declarations.
function rulesIn(css: string): string[] {
  return parseSheet(css).rules.map(
    ({ query, selectors, declarations }) =>
      `${query}|${selectors.replace(/\.[cmdn]\d+\b/g, '.')}|${JSON.stringify(declarations)}`,
  )
}

// CSS after all generated rules belongs to the author.
function headWith(document: EmailDocument, rendered: string, given: string): EmailDocument['head'] | undefined {
  const authored = document.head?.css ?? ''
  const own = rendered.slice(0, rendered.length - authored.length)
  if (!rendered.endsWith(authored) || given === rendered || !given.startsWith(own)) return undefined
  return { ...document.head, css: given.slice(own.length) }
}

function titleOf({ root }: ComparedPage): string {
  const title = findElement(root, ({ name }) => name === 'title')
  return title === undefined ? '' : wordsOf(textOf(title))
}

/** The preview text, without the filler characters that follow it. */
function previewOf({ body }: ComparedPage): string | undefined {
  const first = body.children.find((child): child is Element => child.kind === 'element')
  if (first?.name !== 'div' || !/display:\s*none/.test(first.attributes['style'] ?? '')) return undefined
  return wordsOf(textOf(first).replace(/(?<![\u034f\u200c\u00a0\s])[\u034f\u200c\u00a0\s]+$/, ''))
}
