import { demoVisitorPrefix } from '../../../kernel/ids/index.ts'
import { limits } from '../../../kernel/limits.ts'
import type { Config } from '../../../platform/config/index.ts'
import type { Http } from '../../../platform/http/index.ts'
import type { Vault } from '../../../platform/identity/index.ts'
import { demoCookie } from '../cookies.ts'

export interface DemoVisitor {
  /** The user id in the tokens of the visitor. */
  userId: string | number
  emailPrefix: string
  /** Sets the visitor cookie, for as long as demo emails are stored. */
  headers: Record<string, string>
}

export interface DemoVisitors {
  /**
   * Identifies a visitor by cookie, or creates one. RATE_LIMIT_EXCEEDED for more than `limits.demoVisitors` new visitors per
   * client network.
   */
  receive(request: Request): DemoVisitor
  /** Creates no visitor: undefined without a valid cookie. */
  recognize(request: Request): DemoVisitor | undefined
}

/** One visitor on a loopback-only service; otherwise one per browser, each with separate emails. */
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
      // Renews an existing cookie too: emails are stored from the last visit on.
      return { ...visitor(id), headers: { 'set-cookie': cookie.write(`${id}.${vault.sign(payloadOf(id))}`) } }
    },
  }
}
