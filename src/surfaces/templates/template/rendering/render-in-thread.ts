/** Renders documents in a worker thread if document or data are large enough to block the event loop. */
import type { EmailDocument } from '../../../../email/document/index.ts'
import type { LiquidResult, LiquidRequest, Rendered } from '../../../../email/render/index.ts'
import { type ErrorCode, ServiceError, fail } from '../../../../kernel/errors/index.ts'
import { limits } from '../../../../kernel/limits.ts'
import { TaskTimeout, type Workers } from '../../../../platform/jobs/index.ts'
import { weigh } from '../cleaning.ts'
import { type DocumentRenderOptions, type ExpandedDocument, renderExpanded } from './expand-document.ts'

/** Input of the worker task `renderDocument`; the options can be structured-cloned. */
export interface RenderTask {
  document: ExpandedDocument
  options: DocumentRenderOptions
  /** Rendered Liquid by `requestKey`. */
  results: ReadonlyMap<string, LiquidResult>
}

/** The rendering, and the Liquid to render before the second pass. */
export type RenderOutcome =
  | { rendered: Rendered; requests: ReadonlyMap<string, LiquidRequest> }
  | { failure: { code: ErrorCode; detail?: string } }

/** Implements the task `renderDocument`. Failures of the request are part of the outcome; other errors are thrown. */
export function runRenderTask({ document, options, results }: RenderTask): RenderOutcome {
  const requests = new Map<string, LiquidRequest>()
  try {
    const rendered = renderExpanded(document, {
      ...options,
      fillLiquid: (request) => results.get(requestKey(request)) ?? noteRequest(requests, request),
    })
    return { rendered, requests }
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error
    const { detail } = error.context
    return { failure: { code: error.apiCode, ...(detail === undefined ? {} : { detail }) } }
  }
}

/** Fails like `renderExpanded`, and with RENDER_TOO_LARGE if rendering takes longer than `limits.renderMs`. */
export async function renderInThread(
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

/** True if rendering may block the event loop: the document has long HTML or texts, or the data are large. */
export function isHeavy({ document }: ExpandedDocument, { data }: DocumentRenderOptions): boolean {
  let isLarge = large.get(document)
  if (isLarge === undefined) {
    const { markup, total } = weigh(document, limits.readInlineLength)
    isLarge = markup > limits.renderInlineLength || total >= limits.readInlineLength
    large.set(document, isLarge)
  }
  return isLarge || (data !== undefined && weigh(data, limits.renderInlineLength).total >= limits.renderInlineLength)
}

/** Marks a document as free of long HTML or texts, so that it is not weighed. */
export function noteQuickToRender(document: EmailDocument): void {
  large.set(document, false)
}

const large = new WeakMap<EmailDocument, boolean>()

/** Fails with RENDER_TOO_LARGE above `limits.liquidPieces`. */
export function noteRequest(requests: Map<string, LiquidRequest>, request: LiquidRequest): undefined {
  if (requests.size >= limits.liquidPieces) {
    fail('RENDER_TOO_LARGE', `The email renders more than ${limits.liquidPieces} pieces of Liquid.`)
  }
  requests.set(requestKey(request), request)
}

export function requestKey({ source, round }: LiquidRequest): string {
  return `${round} ${source}`
}
