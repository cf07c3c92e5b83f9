import { validateAmp } from '../../../src/app/tasks/validate-amp.ts'
import type { EmailDocument } from '../../../src/email/document/index.ts'
import type { AmpFinding, RenderOptions, Rendered } from '../../../src/email/render/index.ts'
import { cleanAmpCss, cleanAmpHtml } from '../../../src/email/sanitize/index.ts'
import { blockTypes, renderEmail, withBlocks } from './compose.ts'

/** A document rendered with its AMP part, as every surface renders it. */
export function renderAmp(document: EmailDocument, options: RenderOptions = {}): Rendered & { amp: string } {
  const outputs = options.outputs ?? ['amp']
  const all = { data: {}, cdnUrl: 'https://cdn.example.com', ...options, outputs, cleanAmpCss, cleanAmpHtml }
  const rendered = renderEmail(document, blockTypes, all)
  return { ...rendered, amp: rendered.amp ?? '' }
}

/** What the official validator says of the AMP part of a document. */
export async function findingsOf(document: EmailDocument, options: RenderOptions = {}): Promise<AmpFinding[]> {
  const { ampToCheck } = renderAmp(document, options)
  if (ampToCheck === undefined) throw new Error('There is no AMP part')
  return validateAmp(ampToCheck)
}

/** The body of the AMP part of blocks. */
export function ampOf(blocks: readonly object[], options: RenderOptions = {}, rest: object = {}): string {
  const { amp } = renderAmp(withBlocks(blocks, rest), options)
  return amp.slice(amp.indexOf('<div role="article"'), amp.lastIndexOf('</body>'))
}

/** The content of its one style element. */
export function ampCssOf(amp: string): string {
  return /<style amp-custom>([\s\S]*?)<\/style>/.exec(amp)?.[1] ?? ''
}
