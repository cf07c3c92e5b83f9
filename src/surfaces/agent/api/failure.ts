/** A failure of the service, as its problem+json describes it. */
export interface ApiProblem {
  readonly status: number
  readonly code: string
  readonly title: string
  readonly detail?: string
  readonly issues: readonly { readonly path: string; readonly message: string }[]
  readonly requestId?: string
  /** Seconds. */
  readonly retryAfter?: number
}

export class ApiFailure extends Error {
  readonly problem: ApiProblem

  constructor(problem: ApiProblem) {
    super(problem.code)
    this.name = 'ApiFailure'
    this.problem = problem
  }
}

/** Reads the problem of a response; a proxy may have answered with something else. */
export async function problemIn(response: Response): Promise<ApiProblem> {
  const text = (await response.text()).slice(0, maxProblemLength)
  const value = parsed(text)
  const member = (name: string) => (typeof value[name] === 'string' ? value[name] : undefined)
  const detail = member('detail')
  const requestId = member('request_id') ?? response.headers.get('x-request-id') ?? undefined
  const retryAfter = Number(response.headers.get('retry-after') ?? Number.NaN)
  return {
    status: response.status,
    code: member('code') ?? `HTTP_${response.status}`,
    title: member('title') ?? `The service responded with status ${response.status}.`,
    issues: issuesIn(value['issues']),
    ...(detail === undefined ? {} : { detail }),
    ...(requestId === undefined ? {} : { requestId }),
    ...(Number.isFinite(retryAfter) ? { retryAfter } : {}),
  }
}

const maxProblemLength = 64 * 1024

function parsed(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? { ...value } : {}
  } catch {
    return {}
  }
}

function issuesIn(value: unknown): ApiProblem['issues'] {
  if (!Array.isArray(value)) return []
  return value.flatMap((issue: unknown) => {
    if (typeof issue !== 'object' || issue === null || !('message' in issue)) return []
    return [{ path: 'path' in issue ? String(issue.path) : '', message: String(issue.message) }]
  })
}
