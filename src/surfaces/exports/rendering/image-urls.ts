/** Finds and replaces image URLs in HTML; long HTML is processed in a worker, because it would block the event loop. */
import { listImages, rewriteImages } from '../../../email/formats/index.ts'
import { fail } from '../../../kernel/errors/index.ts'
import { limits } from '../../../kernel/limits.ts'
import { TaskTimeout, type Workers } from '../../../platform/jobs/index.ts'

/** Unique image URLs. RENDER_TOO_LARGE if it takes longer than `limits.imagesMs`. */
export async function findImageUrls(html: string, workers: Pick<Workers, 'runWithin'>): Promise<string[]> {
  return isLong(html) ? within(workers, 'listImages', { html }) : listImages(html)
}

/** Replaces image URLs; the keys are URLs as returned by `findImageUrls`. Fails like it. */
export async function replaceImageUrls(
  html: string,
  urls: ReadonlyMap<string, string>,
  workers: Pick<Workers, 'runWithin'>,
): Promise<string> {
  const changed = new Map([...urls].filter(([from, to]) => from !== to))
  if (changed.size === 0) return html
  return isLong(html) ? within(workers, 'rewriteImages', { html, map: changed }) : rewriteImages(html, changed)
}

function isLong(html: string): boolean {
  return html.length > limits.renderInlineLength
}

async function within<Result>(
  workers: Pick<Workers, 'runWithin'>,
  task: 'listImages' | 'rewriteImages',
  input: { html: string; map?: ReadonlyMap<string, string> },
): Promise<Result> {
  try {
    return await workers.runWithin<Result>(limits.imagesMs, task, input)
  } catch (error) {
    if (!(error instanceof TaskTimeout)) throw error
    return fail('RENDER_TOO_LARGE', `Reading the image URLs of the HTML takes longer than ${limits.imagesMs} ms.`)
  }
}
