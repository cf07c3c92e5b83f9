import type { EmailDocument } from '../../../../email/document/index.ts'
import type { FilledSource } from '../../../../email/liquid/index.ts'
import type { LiquidResult, LiquidRequest, Rendered } from '../../../../email/render/index.ts'
import { limits } from '../../../../kernel/limits.ts'
import { TaskTimeout, type Workers } from '../../../../platform/jobs/index.ts'
import { type DocumentRenderOptions, expandDocument, renderExpanded } from './expand-document.ts'
import { requestKey, isHeavy, noteRequest, renderInThread } from './render-in-thread.ts'
import { type Modules, noModules } from '../modules/modules.ts'

/** Input of the worker task `renderLiquid`; the data are sent once for all pieces. */
export interface LiquidTask {
  sources: { html: string; locals: Readonly<Record<string, unknown>> }[]
  data: unknown
  locale: string
  now: number | undefined
  cdnUrl: string
}

/**
 * Renders a document for all surfaces: with its modules, in the language of `locale`, and with Liquid of authored HTML that
 * exceeds the data language. The first pass collects such Liquid, a worker thread renders it under a deadline, and a second
 * pass inserts the results; without such Liquid one pass suffices. HTML that fails stays as written, with the warning
 * LIQUID_FAILED. Heavy documents are rendered in a worker thread.
 */
export async function renderDocument(
  workers: Pick<Workers, 'runWithin'>,
  document: EmailDocument,
  options: DocumentRenderOptions,
  modules: Modules = noModules,
): Promise<Rendered> {
  const expanded = expandDocument(document, modules, options.locale)
  const locale = options.locale ?? document.meta.lang
  if (isHeavy(expanded, options)) {
    const first = await renderInThread(workers, { document: expanded, options, results: new Map() })
    if (first.requests.size === 0) return first.rendered
    const results = await fillLiquid(workers, first.requests, { ...options, locale })
    return (await renderInThread(workers, { document: expanded, options, results })).rendered
  }
  const requests = new Map<string, LiquidRequest>()
  const first = renderExpanded(expanded, { ...options, fillLiquid: (request) => noteRequest(requests, request) })
  if (requests.size === 0) return first
  const results = await fillLiquid(workers, requests, { ...options, locale })
  return renderExpanded(expanded, { ...options, fillLiquid: (request) => results.get(requestKey(request)) })
}

async function fillLiquid(
  workers: Pick<Workers, 'runWithin'>,
  requests: ReadonlyMap<string, LiquidRequest>,
  { locale, now, cdnUrl = '' }: DocumentRenderOptions & { locale: string },
): Promise<Map<string, LiquidResult>> {
  const all = [...requests.values()]
  const task: LiquidTask = {
    sources: all.map(({ source, locals }) => ({ html: source, locals })),
    data: all[0]?.data,
    locale,
    now,
    cdnUrl,
  }
  const filled = await runLiquidTask(workers, task)
  return new Map([...requests].map(([key, request], index) => [key, resultOf(request, filled[index])]))
}

async function runLiquidTask(workers: Pick<Workers, 'runWithin'>, task: LiquidTask): Promise<FilledSource[]> {
  try {
    return await workers.runWithin<FilledSource[]>(limits.liquidEmailMs, 'renderLiquid', task)
  } catch (error) {
    if (!(error instanceof TaskTimeout)) throw error
    const problem = `evaluating it takes longer than ${limits.liquidEmailMs} ms`
    return task.sources.map(() => ({ problem }))
  }
}

function resultOf({ source }: LiquidRequest, filled: FilledSource | undefined): LiquidResult {
  if (filled !== undefined && 'html' in filled) return filled
  const { problem, line } = filled ?? { problem: 'it was not evaluated' }
  const where = line === undefined ? '' : ` (line ${line})`
  const message = `The Liquid of this HTML cannot be rendered and remains unchanged: ${problem}${where}.`
  return { html: source, warnings: [{ code: 'LIQUID_FAILED', message }] }
}
