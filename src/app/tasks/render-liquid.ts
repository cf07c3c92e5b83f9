import type { FilledSource } from '../../email/liquid/index.ts'
import { cleanHtml } from '../../email/sanitize/index.ts'
import type { LiquidTask } from '../../surfaces/templates/index.ts'

/** Fills authored Liquid with data; what comes out is clean whatever the data says. */
export async function renderLiquid({ sources, data, locale, now, cdnUrl }: LiquidTask): Promise<FilledSource[]> {
  // Loaded where it is needed: most threads, and most commands, never are queried.
  const { fillSources } = await import('../../email/liquid/index.ts')
  return fillSources(sources, {
    data: typeof data === 'object' && data !== null ? (data as Record<string, unknown>) : {},
    locale,
    ...(now === undefined ? {} : { now }),
    cdnUrl,
    cleanHtml: (html) => cleanHtml(html).html,
  })
}
