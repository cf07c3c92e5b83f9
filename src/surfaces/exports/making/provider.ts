/** Exports in the language of a mailing system: its own tags in place of ours, in the files that it takes. */
import { type Provider, ProviderLanguage, dressPage, missingIn } from '../../../engines/esp/index.ts'
import { fileName, freeName, zipEmail } from '../../../engines/formats/index.ts'
import { fail } from '../../../kernel/errors/index.ts'
import type { Workers } from '../../../platform/jobs/index.ts'
import { drawDocument } from '../../templates/index.ts'
import { compact } from './compact.ts'
import type { CreateExport, ExportWarning } from '../contract.ts'
import { formats } from '../formats.ts'
import { type ImageSource, placeImages } from './images.ts'
import type { PackedFile } from './packed-file.ts'
import type { Source } from './sources.ts'
import { providerOf, takesArchive } from './target.ts'

/** One email as a provider takes it. */
export interface ProviderEmail {
  html: string
  text: string
  subject: string
  preheader: string
  images: { name: string; content: Uint8Array | string }[]
  warnings: ExportWarning[]
}

type Wish = Pick<CreateExport, 'target' | 'locale' | 'options'>
type Means = ImageSource & { nowMs: number; workers: Workers }

/** Renders one email for a provider. Under `strict`, EXPORT_NOT_EXPRESSIBLE when the provider has no words for something. */
export async function drawForProvider(source: Source, wish: Wish, means: Means): Promise<ProviderEmail> {
  const provider = providerOf(wish)
  const { field_map: fields, policies, images, strict } = wish.options ?? {}
  const language = new ProviderLanguage(provider, {
    ...(fields === undefined ? {} : { fields }),
    ...(policies === undefined ? {} : { policies }),
  })
  const drawn = drawDocument(
    source.document,
    {
      target: 'passthrough',
      language,
      outputs: source.html === undefined ? ['html', 'text'] : ['text'],
      cdnUrl: means.cdnUrl,
      now: means.nowMs,
      ...(wish.locale === undefined ? {} : { locale: wish.locale }),
    },
    source.modules,
  )
  const placed = await placeImages(
    source.html ?? drawn.html ?? '',
    images ?? (takesArchive(provider) ? 'zip' : 'absolute'),
    means,
  )
  const compacted = await compact(placed.html, wish.options, means.workers)
  // The provider's own code comes last: nothing that follows could change a byte of it.
  const html = dressPage(language.finish(compacted.html), provider)
  const own: ExportWarning[] = source.html === undefined ? drawn.report.warnings : []
  const warnings = [...own, ...placed.warnings, ...compacted.warnings, ...missing(html, provider)]
  if (strict === true) refuseUnsaid(warnings)
  return {
    html,
    text: language.finish(drawn.text ?? ''),
    subject: language.finish(drawn.subject ?? ''),
    preheader: language.finish(drawn.preheader ?? ''),
    images: placed.files,
    warnings,
  }
}

/** The files of emails for a provider: an archive where it takes one, else page, text and what its API is given. */
export async function filesForProvider(
  emails: readonly { source: Source; email: ProviderEmail }[],
  wish: Wish,
): Promise<PackedFile[]> {
  const provider = providerOf(wish)
  const taken = new Set<string>()
  const files: PackedFile[] = []
  for (const { source, email } of emails) {
    const { html, images, preheader, subject, text } = email
    const parts = JSON.stringify({ name: source.name, subject, preheader, html, text }, null, 2)
    const base = freeName(fileName(source.name), taken)
    const named = (content: string, format: 'html' | 'text' | 'json'): PackedFile => ({
      name: `${base}.${formats[format].extension}`,
      mime: formats[format].mime,
      bytes: new TextEncoder().encode(content),
    })
    if (takesArchive(provider)) {
      const packed = [{ name: 'index.html', content: html }, { name: 'index.txt', content: text }, ...images]
      files.push({ name: `${base}.zip`, mime: formats.zip.mime, bytes: await zipEmail(packed) })
    } else files.push(named(html, 'html'), named(text, 'text'))
    if (provider.packages.includes('api-json')) files.push(named(parts, 'json'))
  }
  return files
}

function missing(html: string, provider: Provider): ExportWarning[] {
  return missingIn(html, provider).map(({ tags }) => ({
    code: 'TARGET_REQUIRES_TAG',
    message: `${provider.name} asks every email for ${tags.join(' or ')}, and it is not in this one.`,
  }))
}

const guesses = new Set(['TARGET_FIELD_GUESSED', 'TARGET_NO_LIMIT'])

function refuseUnsaid(warnings: readonly ExportWarning[]): void {
  const issues = warnings
    .filter(({ code }) => code.startsWith('TARGET_') && !guesses.has(code))
    .map(({ code, message, node_id }) => ({
      path: node_id === undefined ? '' : `/nodes/${node_id}`,
      message: `${code}: ${message}`,
    }))
  if (issues.length > 0) fail('EXPORT_NOT_EXPRESSIBLE', { issues })
}
