import { fileName, freeName } from '../../../email/formats/index.ts'
import { fail } from '../../../kernel/errors/index.ts'
import type { Collect } from './fetch-images.ts'
import type { ExportDeps, RenderDeps, ExportRequest } from './deps.ts'
import { packEmail } from './package.ts'
import type { PackedEmail } from './packed-file.ts'
import type { Sources } from './sources.ts'
import type { Warnings } from './warnings.ts'

export interface RenderedEmail extends PackedEmail {
  name: string
  /** Base name of its files or its folder, unique in the export. */
  base: string
}

export interface Rendering extends Omit<RenderDeps, 'warn' | 'collect'> {
  collect: Collect
  warnings: Warnings
  /** Limit for all files together, in bytes. */
  maxBytes: number
  /** Called with the number of finished emails. */
  progress?: ((done: number, total: number) => void) | undefined
  /** Called with the id of each rendered template. */
  onTemplate: (id: string) => void
}

/** Loads and renders one email after the other. EXPORT_TOO_LARGE as soon as the files exceed `maxBytes` in total. */
export async function* renderEach(
  sources: Sources,
  request: ExportRequest,
  rendering: Rendering,
): AsyncGenerator<RenderedEmail> {
  const { maxBytes, onTemplate, progress, signal, warnings } = rendering
  const { count } = sources
  const authorized = new Set<string>()
  let size = 0
  let done = 0
  for await (const source of sources.each()) {
    signal?.throwIfAborted()
    progress?.(done, count)
    const base = freeName(fileName(source.name), authorized)
    const warn: ExportDeps['warn'] = (found) => warnings.add(found, count === 1 ? undefined : source)
    const email = await packEmail(source, base, request, { ...rendering, warn })
    size += email.files.reduce((sum, { bytes }) => sum + bytes.length, 0)
    if (size > maxBytes) fail('EXPORT_TOO_LARGE', `The files have more than ${maxBytes} bytes in total.`)
    if (source.templateId !== undefined) onTemplate(source.templateId)
    done++
    yield { ...email, name: source.name, base }
  }
  progress?.(done, count)
}
