import { Elysia } from 'elysia'
import type { Config } from '../../../platform/config/index.ts'
import { answerPublic } from '../../public-files.ts'
import { hiddenRoute } from '../hidden-route.ts'
import { goTo } from '../respond.ts'
import { signInPath } from '../return-path.ts'
import { createVisits } from '../visits.ts'
import { type ConsolePageDeps, consolePage } from './page.ts'

/** Paths of the sections besides `/`; the application shows what is below them. */
const paths = [
  '/templates',
  '/templates/*',
  '/modules',
  '/assets',
  '/assets/*',
  '/exports',
  '/verification',
  '/verification/*',
  '/domains',
  '/domains/*',
  '/amp',
  '/amp/*',
  '/developers',
  '/developers/*',
  '/operations',
  '/operations/*',
  '/members',
  '/members/*',
  '/account',
  '/account/*',
] as const

export type ConsoleDeps = ConsolePageDeps & { config: Pick<Config, 'appUrl'> }

/** The console: one page at the path of each section, and the files of its application. */
export function consoleRoutes(deps: ConsoleDeps) {
  const visits = createVisits(deps)

  async function show(request: Request): Promise<Response> {
    const visit = await visits.read(request)
    return visit === undefined ? goTo(signInPath(request)) : consolePage(deps, request, visit)
  }

  const pages = new Elysia()
  for (const path of paths) pages.get(path, ({ request }) => show(request), hiddenRoute)
  return pages.get(
    '/console/assets/:file',
    ({ request, params }) =>
      answerPublic(request, `console/${params.file}`, {
        'cache-control': 'public, max-age=31536000, immutable',
        'cross-origin-resource-policy': 'same-origin',
      }),
    hiddenRoute,
  )
}
