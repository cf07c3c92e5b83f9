import { type Http, workContext } from '../../../platform/http/index.ts'
import type { Store } from '../../../platform/storage/index.ts'
import { TemplateParams } from '../template/index.ts'
import { LintQuery, TemplateLint } from './contract.ts'
import { type Linting, lint } from './lint.ts'
import type { WorkerPool } from '../../../platform/jobs/index.ts'

export function lintRoutes({
  http,
  store,
  workers,
  ...parts
}: { http: Http; store: Store; workers: WorkerPool } & Omit<Linting, 'db' | 'workers'>) {
  return http
    .surface('templates')
    .get(
      '/templates/:id/lint',
      ({ caller, params, query, request }) =>
        lint({ db: store.read, workers: workers.forCaller(workContext(request)), ...parts }, caller, params.id, query),
      {
        id: 'templates.lint',
        summary: 'Lint a template',
        description:
          'Checks size, accessibility, links, dark mode, Outlook, inbox, data, security and mail client support. Each ' +
          'finding has the node, the reason and, if a fix is certain, its operations. Modules are expanded first. ' +
          '`meta.ignoredRules` of the document disables rules permanently.',
        scope: 'templates:read',
        params: TemplateParams,
        query: LintQuery,
        response: { 200: TemplateLint },
        errors: ['TEMPLATE_NOT_FOUND', 'RENDER_TOO_LARGE'],
      },
    )
}
