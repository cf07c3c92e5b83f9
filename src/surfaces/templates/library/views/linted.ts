/** Adds lint results to the reports of the HTML views, on request. */
import type {} from '../../../../platform/jobs/index.ts'
import { type TemplateType, loadContent, readChoice, withLint } from '../../template/index.ts'
import type { Views } from './views.ts'

/** With `lint` the summary is recomputed for each request and not cached with the page. */
export function lintedViews(views: Views, cdnUrl: string): Views {
  return {
    async html(deps, caller, id, query) {
      const { db, workers } = deps
      const view = await views.html(deps, caller, id, query)
      if (query.lint !== true) return view
      const { document, modules, template } = await loadContent(db, caller, id, readChoice(query.version))
      const options = { modules, type: template.type as TemplateType, locale: query.locale, cdnUrl }
      const rendered = await withLint(view.rendered, document, options, workers)
      const { errors = 0, hints = 0, warnings = 0 } = rendered.report.lint ?? {}
      return { rendered, hash: `${view.hash}-${errors}-${warnings}-${hints}` }
    },
  }
}
