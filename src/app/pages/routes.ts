import { Elysia } from 'elysia'
import { ServiceError, catalog } from '../../kernel/errors/index.ts'
import type { Evidence } from '../../platform/audit/index.ts'
import type { Config } from '../../platform/config/index.ts'
import { isLocalRequest } from '../../platform/http/index.ts'
import type { Log } from '../../platform/log/index.ts'
import type { Store } from '../../platform/storage/index.ts'
import { answerPage, goTo } from './respond.ts'
import { entryPages } from './entry.ts'
import { type Running, homePage, landingPage, messagePage } from './landing.ts'
import { countContents } from './store.ts'
import { createVisits } from './visits.ts'
import { hasUsers, listProjects } from '../../surfaces/projects/index.ts'
import { version } from '../version.ts'

export interface PageDeps {
  store: Store
  config: Pick<Config, 'baseUrl' | 'appUrl' | 'isPublic' | 'demo'>
  log: Log
  evidence: Pick<Evidence, 'noteBounded'>
}

type PageHandler = (request: Request) => Response | Promise<Response>

/** /, /setup, /sign-in and /sign-out, mounted at the root of the console URL. */
export function pageRoutes(parts: PageDeps) {
  const startedAtMs = performance.now()
  const { config, store } = parts
  const visits = createVisits(parts)
  const running = (request: Request): Running => ({
    version,
    storage: store.dialect === 'sqlite' ? 'SQLite, in the data directory' : 'PostgreSQL',
    uptimeSeconds: (performance.now() - startedAtMs) / 1000,
    baseUrl: config.baseUrl,
    hasDemo: config.demo === 'everyone' || (config.demo === 'local' && isLocalRequest(request)),
  })
  const pages = entryPages({ ...parts, running }, visits)
  const shown =
    (answer: PageHandler) =>
    ({ request }: { request: Request }) =>
      guarded(parts.log, () => answer(request))

  async function first(request: Request): Promise<Response> {
    const visit = await visits.read(request)
    if (visit === undefined && !(await hasUsers(store.read))) return goTo('/setup')
    if (visit === undefined)
      return answerPage(landingPage(running(request), { isDetailed: !config.isPublic && isLocalRequest(request) }))
    const [project, ...others] = await listProjects(store.read, visit.session.companyId)
    const shown = project && {
      ...project,
      contents: await countContents(store.read, project.id, store.read.nowMs()),
      others: others.length,
    }
    return answerPage(homePage(running(request), visit.session, shown), 200, visit.headers)
  }

  // Hidden in the API description; without CORS headers.
  const route = { parse: 'none', detail: { hide: true, 'x-cross-origin': false } as object } as const
  return new Elysia()
    .get('/', shown(first), route)
    .get('/setup', shown(pages.showSetup), route)
    .post('/setup', shown(pages.setUp), route)
    .get('/sign-in', shown(pages.showSignIn), route)
    .post('/sign-in', shown(pages.signIn), route)
    .post('/sign-out', shown(pages.signOut), route)
}

/** Responds to catalog errors with a page; the service handles and logs all others. */
async function guarded(log: Log, answer: () => Response | Promise<Response>): Promise<Response> {
  try {
    return await answer()
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error
    const { status, message, remedy } = catalog[error.apiCode]
    if (status >= 500) log.error('page request failed', { code: error.apiCode, error: error.context.cause })
    return answerPage(messagePage(message, remedy), status, error.context.headers)
  }
}
