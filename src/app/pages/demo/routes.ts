import { Elysia } from 'elysia'
import { fail } from '../../../kernel/errors/index.ts'
import type { Config } from '../../../platform/config/index.ts'
import { isLocalRequest, peerAddress } from '../../../platform/http/index.ts'
import { type Vault, signPluginToken } from '../../../platform/identity/index.ts'
import { clientNetwork } from '../../../platform/net/index.ts'
import type { Store } from '../../../platform/storage/index.ts'
import type { Contexts } from '../../../surfaces/plugin/index.ts'
import { listProjects } from '../../../surfaces/projects/index.ts'
import { publicTemplateId, starters } from '../../../surfaces/templates/index.ts'
import { answerPublic } from '../../public-files.ts'
import { demoPage } from './page.ts'

export interface DemoParts {
  store: Store
  contexts: Contexts
  vault: Pick<Vault, 'sign'>
  config: Pick<Config, 'pluginUrl' | 'demo'>
}

const route = { parse: 'none', detail: { hide: true, 'x-cross-origin': false } as object } as const

/** The Plugin ID whose editor the demonstration shows; undefined where it is off, or no project is there. */
export async function findDemoPluginId(store: Store, { demo }: Pick<Config, 'demo'>): Promise<string | undefined> {
  return demo === 'off' ? undefined : (await listProjects(store.read))[0]?.pluginId
}

/**
 * `/demo`: a host page with the editor of the default project. Each of its tokens is good for one email of the
 * demonstration. It is off on a public service, unless the configuration has it on.
 */
export function demoRoutes({ store, contexts, vault, config }: DemoParts) {
  /** Visitors are users of their own by the network they come from, so that one does not use up the limits of the others. */
  function visitorOf(request: Request): string | number {
    const address = peerAddress(request)
    if (address === undefined || config.demo === 'local') return 1
    return `demo-${vault.sign(JSON.stringify(['svc demo visitor', clientNetwork(address)])).slice(0, 22)}`
  }

  function requireDemo(request: Request): void {
    if (config.demo === 'off' || (config.demo === 'local' && !isLocalRequest(request))) fail('ROUTE_NOT_FOUND')
  }

  async function defaultPlugin(request: Request) {
    requireDemo(request)
    const pluginId = await findDemoPluginId(store, config)
    return (pluginId === undefined ? undefined : await contexts.find(pluginId)) ?? fail('ROUTE_NOT_FOUND')
  }

  return new Elysia()
    .get(
      '/demo',
      async ({ request }) => {
        const { pluginId } = await defaultPlugin(request)
        const shown = starters.map(async ({ key, name }) => ({ key, name, id: await publicTemplateId(key) }))
        return demoPage({ pluginId, pluginUrl: config.pluginUrl, starters: await Promise.all(shown) })
      },
      route,
    )
    .post(
      '/demo/token',
      async ({ request }) => {
        const { pluginId, secrets } = await defaultPlugin(request)
        const emailId = new URL(request.url).searchParams.get('emailId') ?? ''
        if (!/^demo-[a-z-]{1,40}$/.test(emailId))
          fail('FORBIDDEN', 'The tokens of the demonstration are for its own emails.')
        const [{ secret } = fail('ROUTE_NOT_FOUND')] = secrets
        const payload = { pluginId, userId: visitorOf(request), name: 'Demo', expires: Date.now() + 3_600_000, emailId }
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
