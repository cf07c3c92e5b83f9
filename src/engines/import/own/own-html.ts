import { blockTypes } from '../../blocks/index.ts'
import type { EmailDocument } from '../../document/index.ts'
import { type RenderOptions, renderEmail } from '../../render/index.ts'
import { arrange } from './arrange.ts'
import { findEdits } from './find-edits.ts'
import { applyEdits } from './apply-edits.ts'
import { isSameTree } from './same-tree.ts'

/** The ways in which a document's own HTML leaves the service. */
const ways: readonly Pick<RenderOptions, 'mode' | 'target'>[] = [
  { mode: 'production', target: 'passthrough' },
  { mode: 'editor', target: 'passthrough' },
  { mode: 'production', target: 'sample' },
  { mode: 'editor', target: 'sample' },
]

/**
 * The document whose own HTML this is: the stored one when nothing was changed, or that with the changes of words,
 * addresses and order in the nodes they belong to. Undefined for every other HTML, and for changes that no property says:
 * what comes back draws exactly the HTML that was given.
 */
export function readOwn(html: string, base: EmailDocument, cdnUrl: string): EmailDocument | undefined {
  if (!/aria-roledescription="email"/.test(html)) return undefined
  for (const way of ways) if (draw(base, way, cdnUrl) === html) return base
  const isMarked = html.includes(' data-n="')
  const arranged = isMarked ? arrange(base, html) : base
  const shown = draw(arranged, { mode: 'editor', target: 'passthrough' }, cdnUrl)
  const edits = findEdits(shown, html)
  if (edits === undefined) return undefined
  const edited = applyEdits(arranged, edits, cdnUrl)
  const redrawn = draw(edited, { mode: 'editor', target: 'passthrough' }, cdnUrl)
  return isSameTree(redrawn, html) ? edited : undefined
}

function draw(document: EmailDocument, way: Pick<RenderOptions, 'mode' | 'target'>, cdnUrl: string): string {
  try {
    return renderEmail(document, blockTypes, { ...way, cdnUrl, outputs: ['html'] }).html ?? ''
  } catch {
    // Too large to be drawn: nobody has its HTML.
    return ''
  }
}
