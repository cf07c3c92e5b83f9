import { fail } from '../../../kernel/errors/index.ts'
import { limits } from '../../../kernel/limits.ts'
import type { Workers } from '../../../platform/jobs/index.ts'
import type { Caller } from '../../../platform/identity/index.ts'
import type { Db } from '../../../platform/storage/index.ts'
import { type VersionChoice, loadSendable } from '../../templates/index.ts'
import type { ExportWarning } from '../contract.ts'
import type { ExportOptions } from '../options.ts'
import { type ImageSource, createCollector } from './fetch-images.ts'
import { type ProviderEmail, renderForProvider } from './provider.ts'
import { loadTarget } from './target.ts'
import { Warnings } from './warnings.ts'

export interface RenderDeps extends ImageSource {
  /** For reading templates. */
  db: Db
  workers: Workers
  now?: () => number
}

/** A stored template in the language of a target; its images stay on the CDN. */
export interface RenderedForTarget {
  /** Name and revision of the template. */
  name: string
  revision: number
  email: Omit<ProviderEmail, 'images'>
  warnings: ExportWarning[]
}

/** Renders a stored template for a target. Fails like an export. */
export async function renderForTarget(
  { db, now = Date.now, ...parts }: RenderDeps,
  caller: Caller,
  request: {
    templateId: string
    version?: VersionChoice | undefined
    target: string
    locale?: string | undefined
    options: ExportOptions
  },
): Promise<RenderedForTarget> {
  const target =
    (await loadTarget(db, caller.projectId, { format: 'esp', target: request.target })) ?? fail('EXPORT_TARGET_UNKNOWN')
  const { template, document, modules } = await loadSendable(db, caller, request.templateId, request.version)
  const source = { name: template.name, document, modules, templateId: template.id }
  const warnings = new Warnings()
  const { images: _none, ...email } = await renderForProvider(
    source,
    target,
    { locale: request.locale, options: { ...request.options, images: 'absolute' } },
    {
      ...parts,
      projectId: caller.projectId,
      nowMs: now(),
      collect: createCollector(parts),
      warn: (found) => warnings.add(found),
    },
  )
  // Recipients load images over the internet.
  if (isPrivate(parts.cdnUrl) && email.html.includes(parts.cdnUrl)) warnings.add([imagesNotPublic(parts.cdnUrl)])
  return { name: template.name, revision: template.revision, email, warnings: warnings.first(limits.exportWarnings) }
}

/** True if the URL alone indicates that it is not reachable from other networks. */
export function isPrivate(url: string): boolean {
  const { hostname, protocol } = new URL(url)
  return protocol !== 'https:' || hostname === 'localhost' || /^(127|10|192\.168)\./.test(hostname)
}

function imagesNotPublic(cdnUrl: string): ExportWarning {
  const message = `Image URLs point to ${cdnUrl}, which recipients may not reach: set SVC_CDN_URL to a public https URL.`
  return { code: 'IMAGES_NOT_PUBLIC', message }
}
