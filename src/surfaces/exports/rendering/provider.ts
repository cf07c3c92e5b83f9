/** Exports for an ESP: with its own tags in place of ours, as the files that it imports. */
import type { FieldTag, NoteNative } from '../../../email/data/index.ts'
import {
  type Provider,
  ProviderLanguage,
  builderAsset,
  adaptPage,
  guardMustache,
  missingIn,
} from '../../../email/esp/index.ts'
import { zipEmail } from '../../../email/formats/index.ts'
import { isEncoded } from '../../../email/render/index.ts'
import { type Utm, utmParameters } from '../../../email/utm/index.ts'
import type { Workers } from '../../../platform/jobs/index.ts'
import { fail } from '../../../kernel/errors/index.ts'
import {
  expandDocument,
  noModules,
  renderExpanded,
  wantsAmp,
  withCheckedAmp,
  withSignedImages,
} from '../../templates/index.ts'
import { compact } from './compact.ts'
import { extendLinks } from './extend-links.ts'
import type { ExportWarning } from '../contract.ts'
import { formats } from '../formats.ts'
import { placeImages } from './images.ts'
import type { ExportDeps, ExportRequest } from './deps.ts'
import type { PackedEmail, PackedFile } from './packed-file.ts'
import type { Source } from './sources.ts'
import { type ExportTarget, takesArchive } from './target.ts'

/** One rendered email in the language of a provider. */
export interface ProviderEmail {
  html: string
  text: string
  subject: string
  preheader: string
  /** Set if the email has AMP content and the provider accepts AMP. */
  amp?: string
  images: { name: string; content: Uint8Array | string }[]
}

/** Renders one email for a provider. With `strict`, EXPORT_NOT_EXPRESSIBLE if the provider cannot express part of it. */
export async function renderForProvider(
  source: Source,
  { provider, fields }: ExportTarget,
  { locale, options = {} }: Pick<ExportRequest, 'locale' | 'options'>,
  deps: ExportDeps,
): Promise<ProviderEmail> {
  const { editable = false, field_map, policies, images, strict, utm } = options
  const language = new ProviderLanguage(provider, {
    fields: { ...fields, ...field_map },
    editable,
    ...(policies === undefined ? {} : { policies }),
  })
  const ownPage = await linkOwnPage(source, { language, utm, workers: deps.workers })
  const hasAmp = source.html === undefined && wantsAmp(source.document, source.modules)
  const takesAmp = hasAmp && provider.amp !== undefined
  const rendered = renderExpanded(expandDocument(source.document, source.modules ?? noModules, locale), {
    target: 'passthrough',
    language,
    outputs: source.html !== undefined ? ['text'] : takesAmp ? ['html', 'text', 'amp'] : ['html', 'text'],
    cdnUrl: deps.cdnUrl,
    now: deps.nowMs,
    ...(locale === undefined ? {} : { locale }),
    ...(utm === undefined ? {} : { utm }),
  })
  const output = await withCheckedAmp(rendered, deps.workers)
  const amp = output.amp === undefined ? undefined : guardMustache(output.amp, provider)
  const mode = images ?? (takesArchive(provider) ? 'zip' : 'absolute')
  const placed = await placeImages(ownPage?.html ?? output.html ?? '', mode, { ...deps, options })
  const compacted = await compact(placed.html, options, deps.workers)
  // The provider's own code is inserted last, so that no later step changes it.
  const html = adaptPage(language.finish(compacted.html), provider, editable)
  const own: ExportWarning[] = ownPage?.warnings ?? output.report.warnings.map(plainWarning)
  const unstated = [
    ...missing(html, provider),
    ...(hasAmp && amp === undefined ? [noAmp(provider)] : []),
    ...(editable && provider.editable === undefined ? [noRegions(provider)] : []),
  ]
  const warnings = [...own, ...placed.warnings, ...compacted.warnings, ...unstated]
  if (strict === true) refuseUnstated(warnings)
  deps.warn(warnings)
  const email = {
    html,
    text: language.finish(output.text ?? ''),
    subject: language.finish(output.subject ?? ''),
    preheader: language.finish(output.preheader ?? ''),
    ...(amp === undefined ? {} : { amp: language.finish(amp) }),
    images: placed.files,
  }
  return withSignedImages(email, deps.projectId, deps.signImages)
}

/** The caller's own HTML with campaign parameters, whose merge tags are those of the provider; undefined for other sources. */
async function linkOwnPage(
  { html }: Source,
  { language, utm, workers }: { language: ProviderLanguage; utm: Utm | undefined; workers: Workers },
): Promise<{ html: string; warnings: ExportWarning[] } | undefined> {
  if (html === undefined) return undefined
  const warnings: ExportWarning[] = []
  const note: NoteNative = (code, message) => void warnings.push({ code, message })
  const write = (tag: FieldTag) => language.tag(tag, 'address', note, isEncoded(tag) ? undefined : 'query')
  return { html: utm === undefined ? html : await extendLinks(html, utmParameters(utm, write), workers), warnings }
}

/**
 * The files of an email for a provider: an archive if it imports archives, otherwise HTML and text; plus the API payload if
 * it has an API.
 */
export async function packForProvider(
  source: Source,
  base: string,
  request: ExportRequest,
  deps: ExportDeps,
): Promise<PackedEmail> {
  const target = request.target ?? fail('EXPORT_TARGET_UNKNOWN')
  const email = await renderForProvider(source, target, request, deps)
  const { amp, html, images, preheader, subject, text } = email
  const named = (content: string, format: 'html' | 'text' | 'json' | 'amp'): PackedFile => ({
    name: `${base}.${formats[format].extension}`,
    mime: formats[format].mime,
    bytes: new TextEncoder().encode(content),
  })
  const files: PackedFile[] = []
  if (takesArchive(target.provider)) {
    const packed = [
      { name: 'index.html', content: html },
      { name: 'index.txt', content: text },
      ...(amp === undefined ? [] : [{ name: 'amp.html', content: amp }]),
      ...images,
    ]
    files.push({ name: `${base}.zip`, mime: formats.zip.mime, bytes: await zipEmail(packed) })
  } else {
    files.push(named(html, 'html'), named(text, 'text'))
    if (amp !== undefined) files.push(named(amp, 'amp'))
  }
  if (target.provider.packages.includes('api-json')) {
    // An API payload has no files beside the HTML, so its images need public URLs.
    const linked = { ...request, options: { ...request.options, images: 'absolute' as const } }
    const page =
      images.length === 0 ? email : await renderForProvider(source, target, linked, { ...deps, warn: () => undefined })
    const parts = { name: source.name, subject, preheader, html: page.html, text }
    const content = target.provider.id === 'salesforce-marketing-cloud' ? builderAsset(parts) : { ...parts, amp }
    files.push(named(JSON.stringify(content, null, 2), 'json'))
  }
  return { files, content: html }
}

function plainWarning({ code, message, path, node_id }: ExportWarning): ExportWarning {
  return {
    code,
    message,
    ...(path === undefined ? {} : { path }),
    ...(node_id === undefined ? {} : { node_id }),
  }
}

function missing(html: string, provider: Provider): ExportWarning[] {
  return missingIn(html, provider).map(({ tags }) => ({
    code: 'TARGET_REQUIRES_TAG',
    message: `${provider.name} requires ${tags.join(' or ')} in every email; it is missing in this one.`,
  }))
}

function noAmp({ amp, name }: Provider): ExportWarning {
  const because =
    amp === undefined
      ? `${name} does not support AMP`
      : `${name} would interpret the mustache templates of its lists and forms as its own tags`
  return { code: 'TARGET_NO_AMP', message: `The AMP part was omitted because ${because}; recipients see the HTML.` }
}

function noRegions({ name }: Provider): ExportWarning {
  return { code: 'TARGET_NO_REGIONS', message: `Editable regions are not supported for ${name}; none were written.` }
}

const guesses = new Set([
  'TARGET_FIELD_GUESSED',
  'TARGET_FIELD_RENAMED',
  'TARGET_FIELD_COLLISION',
  'TARGET_NO_LIMIT',
  'TARGET_NO_AMP',
  'TARGET_NO_REGIONS',
])

/** True for warnings about content that the target cannot express, which `strict` refuses. */
export function isUnstated(code: string): boolean {
  return code.startsWith('TARGET_') && !guesses.has(code)
}

function refuseUnstated(warnings: readonly ExportWarning[]): void {
  const issues = warnings
    .filter(({ code }) => isUnstated(code))
    .map(({ code, message, node_id }) => ({
      path: node_id === undefined ? '' : `/nodes/${node_id}`,
      message: `${code}: ${message}`,
    }))
  if (issues.length > 0) fail('EXPORT_NOT_EXPRESSIBLE', { issues })
}
