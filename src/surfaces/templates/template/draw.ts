import { blockTypes } from '../../../engines/blocks/index.ts'
import { type EmailDocument, translate } from '../../../engines/document/index.ts'
import { type RenderOptions, type Rendered, renderEmail } from '../../../engines/render/index.ts'
import { cleanHtml } from '../../../engines/sanitize/index.ts'

/**
 * Renders a document as every surface does: in the language of `locale` where it is translated, with the product's
 * blocks, and with raw values of the data cleaned like authored HTML. Fails with RENDER_TOO_LARGE.
 */
export function drawDocument(document: EmailDocument, options: Omit<RenderOptions, 'cleanHtml'>): Rendered {
  const { locale } = options
  const translated = locale === undefined ? document : translate(document, locale)
  return renderEmail(translated, blockTypes, { ...options, cleanHtml: cleanValue })
}

function cleanValue(source: string): string {
  return cleanHtml(source).html
}
