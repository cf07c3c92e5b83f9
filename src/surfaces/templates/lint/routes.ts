import type { Http } from '../../../platform/http/index.ts'
import type { Store } from '../../../platform/storage/index.ts'
import { TemplateParams } from '../template/index.ts'
import { LintQuery, TemplateLint } from './contract.ts'
import { type Linting, lint } from './lint.ts'

/** Looking a template over. */
export function lintRoutes({ http, store, ...parts }: { http: Http; store: Store } & Omit<Linting, 'db'>) {
  return http
    .surface('templates')
    .get(
      '/templates/:id/lint',
      ({ caller, params, query }) => lint({ db: store.read, ...parts }, caller, params.id, query),
      {
        scope: 'templates:read',
        params: TemplateParams,
        query: LintQuery,
        response: { 200: TemplateLint },
        detail: {
          operationId: 'templates.lint',
          summary: 'Look a template over',
          description:
            'Finds what would go wrong: size, accessibility, links, dark mode, Outlook, inbox, data, security and what mail ' +
            'clients support; each with the node, the reason and, where one is certain, operations that settle it. Modules ' +
            'are put in first. The document silences rules for good by `meta.ignoredRules`.',
        },
        errors: ['TEMPLATE_NOT_FOUND', 'RENDER_TOO_LARGE'],
      },
    )
}
