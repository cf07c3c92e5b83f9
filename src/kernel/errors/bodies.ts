import { catalog } from './catalog.ts'
import type { Issue, ServiceError } from './service-error.ts'

/** The REST error body, RFC 9457 (`application/problem+json`). */
export type Problem = {
  type: string
  title: string
  status: number
  detail?: string
  code: string
  error_type: string
  is_recoverable: boolean
  request_id: string
  issues?: Issue[]
}

/** The error body of the plugin surface and the SDK. */
export type PluginError = {
  error: string
  code: string
  details?: string
  errorType: string
  isRecoverable: boolean
}

/** Writes a failure as problem+json. `docsUrl` is the URL of the error reference; the code becomes its fragment. */
export function problemBody(error: ServiceError, requestId: string, docsUrl: string): Problem {
  const entry = catalog[error.apiCode]
  const { detail, issues, extra } = error.context
  return {
    type: `${docsUrl}#${error.apiCode}`,
    title: entry.message,
    status: entry.status,
    ...(detail === undefined ? {} : { detail }),
    code: error.apiCode,
    error_type: entry.type,
    is_recoverable: entry.recoverable,
    request_id: requestId,
    ...(issues === undefined ? {} : { issues }),
    ...extra,
  }
}

export function pluginErrorBody(error: ServiceError): PluginError {
  const entry = catalog[error.apiCode]
  const details = error.context.issues?.map(sentenceOf).join('; ') ?? error.context.detail
  return {
    error: entry.message,
    code: error.apiCode,
    ...(details === undefined ? {} : { details }),
    errorType: entry.type,
    isRecoverable: entry.recoverable,
    ...(error.context.extra === undefined ? {} : inCamelCase(error.context.extra)),
  }
}

/** Formats an issue as one text; an issue of the whole body has no path, and its message lacks a subject. */
function sentenceOf({ path, message }: Issue): string {
  if (path !== '') return `${path}: ${message}`
  return /^(?:Must|May|Needs|Does) /.test(message)
    ? `The body ${message[0]?.toLowerCase()}${message.slice(1)}`
    : message
}

/** Converts the names of a code's own members to camel case, as on the plugin surface; their values are not changed. */
function inCamelCase(members: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(members).map(([name, value]) => [
      name.replace(/_(\w)/g, (_, next: string) => next.toUpperCase()),
      value,
    ]),
  )
}
