import { Elysia } from 'elysia'
import { fail } from '../../../kernel/errors/index.ts'
import type { Config } from '../../../platform/config/index.ts'
import type { Http } from '../../../platform/http/index.ts'
import { type Vault, signPluginToken } from '../../../platform/identity/index.ts'
import type { Store } from '../../../platform/storage/index.ts'
import type { Contexts } from '../../../surfaces/plugin/index.ts'
import { openDemoProject } from '../../../surfaces/projects/index.ts'
import { publicTemplateId, starters } from '../../../surfaces/templates/index.ts'
import { answerPublic } from '../../public-files.ts'
import { opensDemo } from '../demo-access.ts'
import { demoPage } from './page.ts'
import { createDemoVisitors } from './visitors.ts'

export interface DemoDeps {
  http: Pick<Http, 'clientQuota'>
  store: Store
  contexts: Contexts
  vault: Vault
  config: Pick<Config, 'appUrl' | 'pluginUrl' | 'demo'>
}

const route = { parse: 'none', detail: { hide: true, 'x-cross-origin': false } as object } as const

const emailNames = new Set([...starters.map(({ key }) => key), 'blank'])

/**
 * `/demo`: a host page with an editor in a separate project, without access to other projects. Each token is for one email
 * of one visitor. Disabled on a public service by default.
 */
export function demoRoutes({ http, store, contexts, vault, config }: DemoDeps) {
  const visitors = createDemoVisitors({ http, vault, config })

  function requireDemo(request: Request): void {
    if (!opensDemo(config, request)) fail('ROUTE_NOT_FOUND')
  }

  return new Elysia()
    .get(
      '/demo',
      async ({ request }) => {
        requireDemo(request)
        const { emailPrefix, headers } = visitors.receive(request)
        const { pluginId } = await openDemoProject(store, vault)
        const shown = starters.map(async ({ key, name }) => ({ key, name, id: await publicTemplateId(key) }))
        const { pluginUrl } = config
        return demoPage({ pluginId, pluginUrl, emailPrefix, starters: await Promise.all(shown) }, headers)
      },
      route,
    )
    .post(
      '/demo/token',
      async ({ request }) => {
        requireDemo(request)
        const visitor =
          visitors.recognize(request) ?? fail('FORBIDDEN', 'Open /demo in a browser that keeps its cookie.')
        const emailId = new URL(request.url).searchParams.get('emailId') ?? ''
        const { emailPrefix, userId } = visitor
        if (!emailId.startsWith(emailPrefix) || !emailNames.has(emailId.slice(emailPrefix.length)))
          fail('FORBIDDEN', 'The tokens of the demonstration are for its own emails.')
        const plugin = await contexts.find((await openDemoProject(store, vault)).pluginId)
        const [{ secret } = fail('ROUTE_NOT_FOUND')] = plugin?.secrets ?? []
        const { pluginId } = plugin ?? fail('ROUTE_NOT_FOUND')
        const payload = { pluginId, userId, name: 'Demo', expires: Date.now() + 3_600_000, emailId }
        return new Response(signPluginToken(payload, secret), {
          headers: { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store' },
        })
      },
      route,
    )
    .get(
      '/demo/client.js',
      ({ request }) => {
        requireDemo(request)
        return answerPublic(request, 'demo/client.js', { 'cache-control': 'no-cache' })
      },
      route,
    )
}
