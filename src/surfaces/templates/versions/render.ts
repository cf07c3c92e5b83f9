import type { Workers } from '../../../platform/jobs/index.ts'
import type { Caller } from '../../../platform/identity/index.ts'
import type { Store } from '../../../platform/storage/index.ts'
import {
  type HtmlQuery,
  type RenderedTemplate,
  type TemplateType,
  loadModules,
  loadTemplate,
  renderTemplate,
  type SignImageUrls,
  withLint,
  withSignedImages,
} from '../template/index.ts'
import { loadVersion } from './versions.ts'

/** Renders a version with the current modules of the project; lints it on request. */
export async function renderVersion(
  {
    store,
    cdnUrl,
    workers,
    signImages,
  }: { store: Store; cdnUrl: string; workers: Workers; signImages: SignImageUrls | undefined },
  caller: Caller,
  { id, versionId }: { id: string; versionId: string },
  query: HtmlQuery,
): Promise<RenderedTemplate> {
  const { document } = await loadVersion(store.read, caller, id, versionId)
  const modules = await loadModules(store.read, caller.projectId, document)
  const rendered = await renderTemplate({ document, modules }, query, { cdnUrl, workers })
  const view = await withSignedImages(rendered, caller.projectId, signImages)
  if (query.lint !== true) return view
  const { type } = await loadTemplate(store.read, caller, id)
  return withLint(view, document, { modules, type: type as TemplateType, locale: query.locale, cdnUrl }, workers)
}
