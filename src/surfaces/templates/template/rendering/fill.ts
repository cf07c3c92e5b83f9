import type { EmailDocument } from '../../../../email/document/index.ts'
import type { FilledSource } from '../../../../email/liquid/index.ts'
import type { LiquidResult, LiquidRequest, Rendered } from '../../../../email/render/index.ts'
import { limits } from '../../../../kernel/limits.ts'
import { TaskTimeout, type Workers } from '../../../../platform/jobs/index.ts'
import { type DocumentRenderOptions, expandDocument, renderWhole } from './render.ts'
import { queryKey, isHeavy, noteRequest, renderApart } from './render-apart.ts'
import { type Modules, noModules } from '../modules/modules.ts'

/** What the task `renderLiquid` is given; data that several pieces share is sent once. */
export interface LiquidTask {
  sources: { html: string; locals: Readonly<Record<string, unknown>> }[]
  data: unknown
  locale: string
  now: number | undefined
  cdnUrl: string
}

/**
 * As `renderDocument`, in a thread where that may take long, with authored HTML filled in whose Liquid goes beyond the data language: rendered once to request what
 * there is to fill, filled in a thread that ends with its deadline, and rendered again. What fails stays as it is written, with
 * a warning LIQUID_FAILED. A document without such HTML is rendered once.
 */
export async function fillDocument(
  workers: Pick<Workers, 'runWithin'>,
  document: EmailDocument,
  options: DocumentRenderOptions,
  modules: Modules = noModules,
): Promise<Rendered> {
  const whole = expandDocument(document, modules, options.locale)
  const locale = options.locale ?? document.meta.lang
  if (isHeavy(whole, options)) {
    const first = await renderApart(workers, { whole, options, answers: new Map() })
    if (first.requests.size === 0) return first.rendered
    const answers = await answer(workers, first.requests, { ...options, locale })
    return (await renderApart(workers, { whole, options, answers })).rendered
  }
  const requests = new Map<string, LiquidRequest>()
  const first = renderWhole(whole, { ...options, fillLiquid: (ask) => noteRequest(requests, ask) })
  if (requests.size === 0) return first
  const answers = await answer(workers, requests, { ...options, locale })
  return renderWhole(whole, { ...options, fillLiquid: (ask) => answers.get(queryKey(ask)) })
}

async function answer(
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
  const filled = await run(workers, task)
  return new Map([...requests].map(([key, ask], index) => [key, answerOf(ask, filled[index])]))
}

async function run(workers: Pick<Workers, 'runWithin'>, task: LiquidTask): Promise<FilledSource[]> {
  try {
    return await workers.runWithin<FilledSource[]>(limits.liquidEmailMs, 'renderLiquid', task)
  } catch (error) {
    if (!(error instanceof TaskTimeout)) throw error
    const problem = `evaluating it takes longer than ${limits.liquidEmailMs} ms`
    return task.sources.map(() => ({ problem }))
  }
}

function answerOf({ source }: LiquidRequest, filled: FilledSource | undefined): LiquidResult {
  if (filled !== undefined && 'html' in filled) return filled
  const { problem, line } = filled ?? { problem: 'it was not reached' }
  const where = line === undefined ? '' : ` (line ${line})`
  const message = `The Liquid of this HTML cannot be filled in, and stays as it is written: ${problem}${where}.`
  return { html: source, warnings: [{ code: 'LIQUID_FAILED', message }] }
}
