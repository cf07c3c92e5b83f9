import { demoVisitorPrefix } from '../../../kernel/ids/index.ts'
import { limits } from '../../../kernel/limits.ts'
import type { Config } from '../../../platform/config/index.ts'
import type { Http } from '../../../platform/http/index.ts'
import type { Vault } from '../../../platform/identity/index.ts'
import { demoCookie } from '../cookies.ts'

/** Someone at the demo. */
export interface DemoVisitor {
  /** The user id in their tokens. */
  userId: string | number
  emailPrefix: string
  /** Hands the visitor to the browser, for as long as emails are kept. */
  headers: Record<string, string>
}

export interface DemoVisitors {
  /** Who asks, by their cookie. RATE_LIMIT_EXCEEDED for more new visitors from one client network than `limits.demoVisitors`. */
  receive(request: Request): DemoVisitor
  /** The same without making anybody new: undefined without a cookie of ours. */
  recognize(request: Request): DemoVisitor | undefined
}

/** On a service for this machine alone there is one visitor; on any other each browser is one, with emails of its own. */
export function createDemoVisitors({
  http,
  vault,
  config,
}: {
  http: Pick<Http, 'clientQuota'>
  vault: Pick<Vault, 'sign' | 'verify'>
  config: Pick<Config, 'appUrl' | 'demo'>
}): DemoVisitors {
  const takeVisitor = http.clientQuota(
    { requests: limits.demoVisitors, seconds: 3600 },
    'Too many new visitors to the demo from this IP address.',
  )
  const cookie = demoCookie(config.appUrl)
  const payloadOf = (id: string) => JSON.stringify(['svc demo visitor', id])
  const single: DemoVisitor = { userId: 1, emailPrefix: 'demo-', headers: {} }

  function visitor(id: string): DemoVisitor {
    return { userId: `${demoVisitorPrefix}${id}`, emailPrefix: `demo-${id}-`, headers: {} }
  }

  function idOf(request: Request): string | undefined {
    const [id = '', signature = ''] = cookie.read(request)?.split('.') ?? []
    return id !== '' && vault.verify(payloadOf(id), signature) ? id : undefined
  }

  return {
    recognize(request) {
      if (config.demo === 'local') return single
      const id = idOf(request)
      return id === undefined ? undefined : visitor(id)
    },
    receive(request) {
      if (config.demo === 'local') return single
      let id = idOf(request)
      if (id === undefined) {
        takeVisitor(request, 1)
        id = crypto.randomUUID().replaceAll('-', '')
      }
      // Also where there is one already: emails are kept from the last visit on.
      return { ...visitor(id), headers: { 'set-cookie': cookie.write(`${id}.${vault.sign(payloadOf(id))}`) } }
    },
  }
}
