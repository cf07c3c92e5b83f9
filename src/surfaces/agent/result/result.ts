import type { CallToolResult } from '@modelcontextprotocol/server'
import { catalog, ServiceError } from '../../../kernel/errors/index.ts'
import { ApiFailure, type ApiProblem } from '../api/failure.ts'
import type { Outcome } from '../tool.ts'
import { fitData } from './fit.ts'
import { cleanText } from './strangers.ts'

/** Name of the `_meta` member with the credits of a tool or call. */
export const creditsMeta = 'svc/credits'

/** A result with the same data as structured content, and as a sentence and JSON in its text. */
export function resultOf({ summary, attachments = [], ...outcome }: Outcome, cursor?: string): CallToolResult {
  const data = fitData(outcome, cursor)
  const used = data['credits_used']
  const more = 'next_cursor' in data ? ' There is more: call again with cursor set to next_cursor.' : ''
  const text = `${cleanText(summary).slice(0, maxSummaryLength)}${more}\n${JSON.stringify(data)}`
  return {
    content: [{ type: 'text', text }, ...attachments],
    structuredContent: data,
    ...(typeof used === 'number' ? { _meta: { [creditsMeta]: { used } } } : {}),
  }
}

const maxSummaryLength = 300

/** A refusal of the agent server itself, which reached no operation and cost nothing. */
export function refusalOf(code: string, text: string): CallToolResult {
  return failed({ status: 0, code, title: text, issues: [] }, '')
}

/** An error that an agent can act on: what failed, what was wrong with the arguments, and what to do. */
export function failureOf(error: unknown, serviceUrl: string): CallToolResult {
  if (error instanceof ApiFailure) return failed(error.problem, stepAfter(error.problem))
  if (error instanceof ServiceError) {
    const { detail } = error.context
    const { message: title, status } = catalog[error.apiCode]
    return failed({ status, code: error.apiCode, title, issues: [], ...(detail === undefined ? {} : { detail }) }, '')
  }
  const text = `The service at ${serviceUrl} cannot be reached.`
  return failed(
    { status: 0, code: 'SERVICE_UNREACHABLE', title: text, issues: [] },
    'Check that it runs and that SVC_URL is its URL, then call again.',
  )
}

function failed(problem: ApiProblem, step: string): CallToolResult {
  const { code, status, title, detail, issues, requestId, retryAfter } = problem
  const lines = [
    `${code}: ${cleanText(title).slice(0, maxLineLength)}`,
    ...(detail === undefined ? [] : [cleanText(detail).slice(0, maxLineLength)]),
    ...issues
      .slice(0, maxIssues)
      .map(({ path, message }) => `${cleanText(path)}: ${cleanText(message)}`.slice(0, maxLineLength)),
    ...(step === '' ? [] : [step]),
    'Nothing was charged.',
  ]
  return {
    isError: true,
    content: [{ type: 'text', text: lines.join('\n') }],
    _meta: {
      'svc/error': {
        code,
        status,
        ...(requestId === undefined ? {} : { request_id: requestId }),
        ...(retryAfter === undefined ? {} : { retry_after: retryAfter }),
      },
      [creditsMeta]: { used: 0 },
    },
  }
}

const maxIssues = 10
const maxLineLength = 400

/** The next step after a failure; the texts of the other codes contain it. */
function stepAfter({ code, retryAfter, status }: ApiProblem): string {
  if (retryAfter !== undefined) return `Call again in ${retryAfter} seconds.`
  if (code === 'UNAUTHORIZED') return 'Set SVC_API_KEY, or the Svc-Api-Auth header, to a valid API key of the project.'
  if (code === 'FORBIDDEN') return 'Use a key with that scope. Another call with this key fails too.'
  if (code === 'INSUFFICIENT_CREDITS') return 'Call check_credits for the balance and the day of the reset.'
  if (code === 'BATCH_NOT_FINISHED') return 'Call batch_status until the status is completed.'
  return status >= 500 ? 'Call again later with the same arguments; a repeated call is charged once.' : ''
}
