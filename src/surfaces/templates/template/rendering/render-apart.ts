/** Rendering in a thread, where a document or its data are large enough to keep the event loop waiting. */
import type { EmailDocument } from '../../../../email/document/index.ts'
import type { LiquidResult, LiquidRequest, Rendered } from '../../../../email/render/index.ts'
import { type ErrorCode, ServiceError, fail } from '../../../../kernel/errors/index.ts'
import { limits } from '../../../../kernel/limits.ts'
import { TaskTimeout, type Workers } from '../../../../platform/jobs/index.ts'
import { weigh } from '../cleaning.ts'
import { type DocumentRenderOptions, type Whole, renderWhole } from './render.ts'

/** A document with its modules to be rendered by the task `renderDocument`; the options are fit for structured cloning. */
export interface RenderTask {
  whole: Whole
  options: DocumentRenderOptions
  /** What is known of authored Liquid, by `queryKey`. */
  answers: ReadonlyMap<string, LiquidResult>
}

/** What was rendered, and what authored Liquid there is to fill before it is rerendered. */
export type RenderOutcome =
  | { rendered: Rendered; requests: ReadonlyMap<string, LiquidRequest> }
  | { failure: { code: ErrorCode; detail?: string } }

/** Renders at once; what the task does in a thread. Throws what is no failure of the request. */
export function renderNow({ whole, options, answers }: RenderTask): RenderOutcome {
  const requests = new Map<string, LiquidRequest>()
  try {
    const rendered = renderWhole(whole, {
      ...options,
      fillLiquid: (ask) => answers.get(queryKey(ask)) ?? noteRequest(requests, ask),
    })
    return { rendered, requests }
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error
    const { detail } = error.context
    return { failure: { code: error.apiCode, ...(detail === undefined ? {} : { detail }) } }
  }
}

/** Renders in a thread. RENDER_TOO_LARGE where that takes longer than `limits.renderMs`, and like `renderNow`. */
export async function renderApart(
  workers: Pick<Workers, 'runWithin'>,
  task: RenderTask,
): Promise<{ rendered: Rendered; requests: ReadonlyMap<string, LiquidRequest> }> {
  try {
    const outcome = await workers.runWithin<RenderOutcome>(limits.renderMs, 'renderDocument', task)
    if ('rendered' in outcome) return outcome
    const { code, detail } = outcome.failure
    return fail(code, detail === undefined ? {} : { detail })
  } catch (error) {
    if (!(error instanceof TaskTimeout)) throw error
    return fail('RENDER_TOO_LARGE', `Rendering takes longer than ${limits.renderMs} ms.`)
  }
}

/** Whether rendering may keep the event loop waiting: where the document has long HTML or texts, or the data are large. */
export function isHeavy({ document }: Whole, { data }: DocumentRenderOptions): boolean {
  let isLarge = large.get(document)
  if (isLarge === undefined) {
    const { markup, total } = weigh(document, limits.readInlineLength)
    isLarge = markup > limits.renderInlineLength || total >= limits.readInlineLength
    large.set(document, isLarge)
  }
  return isLarge || (data !== undefined && weigh(data, limits.renderInlineLength).total >= limits.renderInlineLength)
}

/** Notes a document without long HTML or texts, so that it is not weighed. */
export function noteQuickToRender(document: EmailDocument): void {
  large.set(document, false)
}

const large = new WeakMap<EmailDocument, boolean>()

/** Notes what authored Liquid a rendering requests. RENDER_TOO_LARGE above `limits.liquidPieces`. */
export function noteRequest(requests: Map<string, LiquidRequest>, ask: LiquidRequest): undefined {
  if (requests.size >= limits.liquidPieces) {
    fail('RENDER_TOO_LARGE', `The email renders more than ${limits.liquidPieces} pieces of Liquid.`)
  }
  requests.set(queryKey(ask), ask)
}

/** What tells asks of one rendering apart. */
export function queryKey({ source, round }: LiquidRequest): string {
  return `${round} ${source}`
}
