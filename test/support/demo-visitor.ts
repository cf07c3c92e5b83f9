/** A browser that opens `/demo` of a service, and works with the editor there. */
import { type Answer, type Answering, ask } from './scenario.ts'

export interface DemoVisitor {
  pluginId: string
  emailPrefix: string
  cookie: string
  token(emailId: string): Promise<Answer>
  /** Opens a session on one of the visitor's emails. */
  open(name: string): Promise<DemoService>
}

export interface DemoService {
  sessionId: string
  headers: Record<string, string>
  call(call: string, send?: unknown): Promise<Answer>
}

/** Opens `/demo` as a new visitor. */
export async function visitDemo(service: Answering): Promise<DemoVisitor> {
  const { text, headers } = await ask(service, { call: 'GET /demo', key: null })
  const [, pluginId = '', emailPrefix = ''] = /data-plugin-id="([^"]+)" data-email-prefix="([^"]+)"/.exec(text) ?? []
  const cookie = (headers.get('set-cookie') ?? '').split(';')[0] ?? ''
  const token = (emailId: string) =>
    ask(service, { call: `POST /demo/token?emailId=${emailId}`, key: null, headers: { cookie } })
  return {
    pluginId,
    emailPrefix,
    cookie,
    token,
    async open(name) {
      const emailId = `${emailPrefix}${name}`
      const es = { 'es-plugin-auth': (await token(emailId)).text }
      const opened = await ask(service, { call: 'POST /init', key: null, headers: es, send: { pluginId, emailId } })
      const { sessionId } = opened.body as { sessionId: string }
      const own = { ...es, 'svc-session': sessionId }
      return {
        sessionId,
        headers: own,
        call: (call, send) => ask(service, { call, key: null, headers: own, ...(send === undefined ? {} : { send }) }),
      }
    },
  }
}
