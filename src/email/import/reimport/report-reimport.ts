import { type EmailDocument, walkNodes } from '../../document/index.ts'
import { createCascade } from '../css/cascade.ts'
import { parseSheet } from '../css/parse-sheet.ts'
import { blocksBelow } from '../html/theme.ts'
import type { InputNode } from '../html/rows/style.ts'
import { type Contents, contentsOfTree, shareOf, shareOfWords } from '../content-share.ts'
import type { ImportReport, ImportWarnings, Imported } from '../report.ts'
import { findElement } from '../tree/dom.ts'
import { parseHtml } from '../tree/parse-html.ts'
import { warnOfRemoved } from './warnings.ts'

/** The document after reading its own HTML, and the HTML it now renders. */
export interface ReimportResult {
  document: EmailDocument
  html: string
}

/** Adds the report: the shares of the submitted page that the document renders again. */
export function reportReimport(
  html: string,
  { document, html: rendered }: ReimportResult,
  { stored, warnings }: { stored: EmailDocument; warnings: ImportWarnings },
): Imported {
  const report: ImportReport = {
    source: 'svc',
    native_share: 1,
    words_kept: 1,
    links_kept: 1,
    images_kept: 1,
    warnings: warnings.list,
  }
  if (document !== stored) {
    warnOfRemoved(
      stored,
      [...walkNodes(document)].map(({ node }) => node),
      warnings,
    )
    const blocks = blocksBelow(document.rows.map((row): InputNode => ({ ...row })))
    const raw = blocks.filter(({ type }) => type === 'html').length
    const [wanted, found] = [contentsOf(html), contentsOf(rendered)]
    report.native_share = blocks.length === 0 ? 1 : rounded(1 - raw / blocks.length)
    report.words_kept = rounded(shareOfWords(wanted.words, found.words))
    report.links_kept = rounded(shareOf(wanted.links, (link) => found.links.has(link)))
    report.images_kept = rounded(shareOf(wanted.images, (image) => found.images.has(image)))
  }
  return { document: { ...document }, report }
}

function contentsOf(html: string): Contents {
  const { root, styles } = parseHtml(html)
  const body = findElement(root, ({ name }) => name === 'body') ?? root
  return contentsOfTree(body, createCascade(root, styles.map(parseSheet)), [])
}

function rounded(share: number): number {
  return Math.round(share * 10_000) / 10_000
}
