import { type Parameter, addLinkParameters } from '../../../email/formats/index.ts'
import { fail } from '../../../kernel/errors/index.ts'
import { limits } from '../../../kernel/limits.ts'
import { TaskTimeout, type Workers } from '../../../platform/jobs/index.ts'

/**
 * HTML with the parameters in its web links; long HTML in a worker thread. RENDER_TOO_LARGE if it takes longer than
 * `limits.cleanMs`.
 */
export async function extendLinks(
  html: string,
  parameters: readonly Parameter[],
  workers: Pick<Workers, 'runWithin'>,
): Promise<string> {
  if (html.length <= limits.renderInlineLength) return addLinkParameters(html, parameters)
  try {
    return await workers.runWithin<string>(limits.cleanMs, 'addLinkParameters', { html, parameters })
  } catch (error) {
    if (!(error instanceof TaskTimeout)) throw error
    return fail('RENDER_TOO_LARGE', `Adding parameters to the links takes longer than ${limits.cleanMs} ms.`)
  }
}
