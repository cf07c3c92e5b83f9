/** Exports as MJML: the document itself in another language, with its tags as Liquid. */
import { mjmlBlocks } from '../../../email/blocks/mjml.ts'
import { blockTypes } from '../../../email/blocks/index.ts'
import { writeMjml } from '../../../email/mjml/index.ts'
import { expandDocument, noModules } from '../../templates/index.ts'
import type { ExportDeps, ExportRequest } from './deps.ts'
import type { Source } from './sources.ts'

/** The MJML of an email; what MJML could not say of it is notified to `warn`. */
export function renderMjml(source: Source, { locale }: ExportRequest, { cdnUrl, warn }: ExportDeps): string {
  const { document, findings } = expandDocument(source.document, source.modules ?? noModules, locale)
  const { mjml, warnings } = writeMjml(document, blockTypes, mjmlBlocks, { cdnUrl })
  warn([
    ...findings.map(({ code, message, node_id }) => ({
      code,
      message,
      ...(node_id === undefined ? {} : { node_id }),
    })),
    ...warnings,
  ])
  return mjml
}
