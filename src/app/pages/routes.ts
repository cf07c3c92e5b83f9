import { Elysia } from 'elysia'
import type { Evidence } from '../../platform/audit/index.ts'
import type { Config } from '../../platform/config/index.ts'
import { isLocalRequest } from '../../platform/http/index.ts'
import type { Vault } from '../../platform/identity/index.ts'
import type { Log } from '../../platform/log/index.ts'
import type { Store } from '../../platform/storage/index.ts'
import { answerPage, goTo } from './respond.ts'
import { opensDemo } from './demo-access.ts'
import { entryPages } from './entry.ts'
import { consolePage } from './console/page.ts'
import { hiddenRoute } from './hidden-route.ts'
import { guarded } from './guarded.ts'
import { type Running, landingPage } from './landing.ts'
import { createPasskeySignIn } from './passkey-sign-in.ts'
import { createSignInForm } from './sign-in-form.ts'
import { createVisits } from './visits.ts'
import { hasUsers } from '../../surfaces/projects/index.ts'
import { createPasskeys } from '../accounts/index.ts'
import { answerPublic } from '../public-files.ts'
import { version } from '../version.ts'

export interface PageDeps {
  store: Store
  config: Pick<Config, 'baseUrl' | 'appUrl' | 'cdnUrl' | 'pluginUrl' | 'isPublic' | 'demo'>
  /** True if the service sends mail, so that passwords are reset by mail. */
  sendsMail?: boolean
  /** Name of the provider with which people sign in. */
  oidcName?: string | undefined
  log: Log
  evidence: Pick<Evidence, 'noteBounded'>
  vault: Vault
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
    hasDemo: opensDemo(config, request),
  })
  const { oidcName, sendsMail = false, vault } = parts
  const passkeys = createPasskeys({ store, vault, appUrl: config.appUrl })
  const signInForm = createSignInForm({ config, passkeys, sendsMail, oidcName })
  const pages = entryPages({ ...parts, running, signInForm }, visits)
  const withPasskey = createPasskeySignIn({ ...parts, passkeys, signInForm }, visits)
  const shown =
    (answer: PageHandler) =>
    ({ request }: { request: Request }) =>
      guarded(parts.log, () => answer(request))

  async function first(request: Request): Promise<Response> {
    const visit = await visits.read(request)
    if (visit !== undefined) return consolePage({ store, config }, request, visit)
    if (!(await hasUsers(store.read))) return goTo('/setup')
    return answerPage(landingPage(running(request), { isDetailed: !config.isPublic && isLocalRequest(request) }))
  }

  return new Elysia()
    .get('/', shown(first), hiddenRoute)
    .get('/setup', shown(pages.showSetup), hiddenRoute)
    .post('/setup', shown(pages.setUp), hiddenRoute)
    .get('/sign-in', shown(pages.showSignIn), hiddenRoute)
    .post('/sign-in', shown(pages.signIn), hiddenRoute)
    .post('/sign-in/code', shown(pages.signInWithCode), hiddenRoute)
    .post('/sign-in/passkey', shown(withPasskey), hiddenRoute)
    .get(
      '/sign-in/passkey.js',
      ({ request }) => answerPublic(request, 'sign-in/client.js', { 'cache-control': 'no-cache' }),
      hiddenRoute,
    )
    .post('/sign-out', shown(pages.signOut), hiddenRoute)
}
