import { minifyHtml } from '../../../email/formats/index.ts'
import { limits } from '../../../kernel/limits.ts'
import { TaskTimeout, type Workers } from '../../../platform/jobs/index.ts'
import type { ExportWarning } from '../contract.ts'
import type { ExportOptions } from '../options.ts'

const notInlined: ExportWarning = {
  code: 'CSS_NOT_INLINED',
  message: 'The page is too large or nested too deep, so its style elements are not inlined.',
}

// A page of this many characters is minified in a few milliseconds, like dispatching it to a worker thread.
const smallPage = 32_768

/**
 * Inlines and minifies a page according to the options; large pages in a worker thread. CSS that cannot be inlined stays in
 * place, with a warning.
 */
export async function compact(
  html: string,
  { minify = false, inline_css = false }: ExportOptions = {},
  workers: Workers,
): Promise<{ html: string; warnings: ExportWarning[] }> {
  const inlineCss = inline_css && /<style/i.test(html)
  if (!inlineCss && (!minify || html.length <= smallPage)) {
    return { html: minify ? minifyHtml(html) : html, warnings: [] }
  }
  try {
    const task = { html, inlineCss, minify }
    const done = await workers.runWithin<{ html: string; isInlined: boolean }>(limits.compactMs, 'compactHtml', task)
    return { html: done.html, warnings: inlineCss && !done.isInlined ? [notInlined] : [] }
  } catch (error) {
    if (error instanceof TaskTimeout) return { html, warnings: [notInlined] }
    throw error
  }
}
