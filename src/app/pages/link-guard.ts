import { ServiceError } from '../../kernel/errors/index.ts'
import { limits } from '../../kernel/limits.ts'
import type { Http } from '../../platform/http/index.ts'
import type { Page } from './layout.ts'
import { answerPage } from './respond.ts'

interface LinkGuard {
  http: Pick<Http, 'clientQuota'>
  /** What the links open, in the error of a client that sends too many requests. */
  target: string
  headers: Record<string, string>
  deadPage: (kind: 'invalid' | 'busy', acceptLanguage: string | null) => Page
}

type LinkParams = Readonly<Record<string, string>> & { token: string }
type Answer = (request: Request, token: string, params: LinkParams) => Promise<Response>

/**
 * For pages whose URL has a token as the only credential: limits the requests of a client, and answers links that open nothing
 * with a page. A link that was revoked, one whose creator lost its access, and one that never was look the same.
 */
export function guardLinks({ http, target, headers, deadPage }: LinkGuard) {
  const takeRequest = http.clientQuota(
    { requests: limits.reviewRequests, seconds: limits.reviewRequestSeconds },
    `Too many requests with links to ${target} from this IP address.`,
  )
  return (answer: Answer) =>
    async ({ request, params }: { request: Request; params: LinkParams }): Promise<Response> => {
      try {
        takeRequest(request)
        return await answer(request, params.token, params)
      } catch (error) {
        const status = error instanceof ServiceError ? dead[error.apiCode] : undefined
        if (!(error instanceof ServiceError) || status === undefined) throw error
        const page = deadPage(status === 429 ? 'busy' : 'invalid', request.headers.get('accept-language'))
        return answerPage(page, status, { ...headers, ...error.context.headers })
      }
    }
}

const dead: Partial<Record<string, number>> = {
  LINK_INVALID: 404,
  LINK_EXPIRED: 410,
  TEMPLATE_NOT_FOUND: 404,
  REVIEW_NOT_FOUND: 404,
  GROUP_NOT_FOUND: 404,
  RATE_LIMIT_EXCEEDED: 429,
}
