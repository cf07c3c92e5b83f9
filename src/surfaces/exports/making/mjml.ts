/** Exports as MJML: the document itself in another language, with its tags as Liquid. */
import { fileName, freeName } from '../../../engines/formats/index.ts'
import { writeMjml } from '../../../engines/mjml/index.ts'
import { expandDocument, noModules } from '../../templates/index.ts'
import type { ExportWarning } from '../contract.ts'
import { formats } from '../formats.ts'
import type { PackedFile } from './packed-file.ts'
import type { Source } from './sources.ts'

const encoder = new TextEncoder()

/** One file for each email, and what MJML could not say of it by `warn`. */
export function packMjml(
  sources: readonly Source[],
  { locale, cdnUrl }: { locale?: string | undefined; cdnUrl: string },
  warn: (source: Source, warnings: readonly ExportWarning[]) => void,
): { files: PackedFile[]; content?: string } {
  const taken = new Set<string>()
  const written = sources.map((source) => {
    const { document, findings } = expandDocument(source.document, source.modules ?? noModules, locale)
    const { mjml, warnings } = writeMjml(document, { cdnUrl })
    warn(source, [
      ...findings.map(({ code, message, node_id }) => ({
        code,
        message,
        ...(node_id === undefined ? {} : { node_id }),
      })),
      ...warnings,
    ])
    return { name: freeName(fileName(source.name, formats.mjml.extension), taken), mjml }
  })
  const files = written.map(({ name, mjml }) => ({ name, mime: formats.mjml.mime, bytes: encoder.encode(mjml) }))
  const [only] = written
  return written.length === 1 && only ? { files, content: only.mjml } : { files }
}
