import type { EmailDocument } from '../../../../engines/document/index.ts'
import type { FilledSource } from '../../../../engines/liquid/index.ts'
import type { LiquidAnswer, LiquidAsk, Rendered } from '../../../../engines/render/index.ts'
import { fail } from '../../../../kernel/errors/index.ts'
import { limits } from '../../../../kernel/limits.ts'
import { TaskTimeout, type Workers } from '../../../../platform/jobs/index.ts'
import { type DrawOptions, drawDocument } from './draw.ts'
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
 * As `drawDocument`, with authored HTML filled in whose Liquid goes beyond the data language: drawn once to ask for what
 * there is to fill, filled in a thread that ends with its deadline, and drawn again. What fails stays as it is written, with
 * a warning LIQUID_FAILED. A document without such HTML is drawn once.
 */
export async function fillDocument(
  workers: Pick<Workers, 'runWithin'>,
  document: EmailDocument,
  options: DrawOptions,
  modules: Modules = noModules,
): Promise<Rendered> {
  const asks = new Map<string, LiquidAsk>()
  const first = drawDocument(document, { ...options, fillLiquid: (ask) => note(asks, ask) }, modules)
  if (asks.size === 0) return first
  const answers = await answer(workers, asks, { ...options, locale: options.locale ?? document.meta.lang })
  return drawDocument(document, { ...options, fillLiquid: (ask) => answers.get(keyOf(ask)) }, modules)
}

function note(asks: Map<string, LiquidAsk>, ask: LiquidAsk): undefined {
  if (asks.size >= limits.liquidPieces) {
    fail('RENDER_TOO_LARGE', `The email draws more than ${limits.liquidPieces} pieces of Liquid.`)
  }
  asks.set(keyOf(ask), ask)
}

function keyOf({ source, round }: LiquidAsk): string {
  return `${round} ${source}`
}

async function answer(
  workers: Pick<Workers, 'runWithin'>,
  asks: ReadonlyMap<string, LiquidAsk>,
  { locale, now, cdnUrl = '' }: DrawOptions & { locale: string },
): Promise<Map<string, LiquidAnswer>> {
  const all = [...asks.values()]
  const task: LiquidTask = {
    sources: all.map(({ source, locals }) => ({ html: source, locals })),
    data: all[0]?.data,
    locale,
    now,
    cdnUrl,
  }
  const filled = await run(workers, task)
  return new Map([...asks].map(([key, ask], index) => [key, answerOf(ask, filled[index])]))
}

async function run(workers: Pick<Workers, 'runWithin'>, task: LiquidTask): Promise<FilledSource[]> {
  try {
    return await workers.runWithin<FilledSource[]>(limits.liquidEmailMs, 'renderLiquid', task)
  } catch (error) {
    if (!(error instanceof TaskTimeout)) throw error
    const problem = `filling it takes longer than ${limits.liquidEmailMs} ms`
    return task.sources.map(() => ({ problem }))
  }
}

function answerOf({ source }: LiquidAsk, filled: FilledSource | undefined): LiquidAnswer {
  if (filled !== undefined && 'html' in filled) return filled
  const { problem, line } = filled ?? { problem: 'it was not reached' }
  const where = line === undefined ? '' : ` (line ${line})`
  const message = `The Liquid of this HTML cannot be filled in, and stays as it is written: ${problem}${where}.`
  return { html: source, warnings: [{ code: 'LIQUID_FAILED', message }] }
}
