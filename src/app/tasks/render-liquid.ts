import type { FilledSource } from '../../email/liquid/index.ts'
import { cleanHtml } from '../../email/sanitize/index.ts'
import type { LiquidTask } from '../../surfaces/templates/index.ts'

/** Fills Liquid of authors with data; the output is sanitized whatever the data contains. */
export async function renderLiquid({ sources, data, locale, now, cdnUrl }: LiquidTask): Promise<FilledSource[]> {
  // Loaded on demand: most threads and commands never need it.
  const { fillSources } = await import('../../email/liquid/index.ts')
  return fillSources(sources, {
    data: typeof data === 'object' && data !== null ? (data as Record<string, unknown>) : {},
    locale,
    ...(now === undefined ? {} : { now }),
    cdnUrl,
    cleanHtml: (html) => cleanHtml(html).html,
  })
}
