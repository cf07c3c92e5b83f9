import type { DraftHeaders } from '../draft.ts'
import type { DeclaredEtag, Operation } from '../operation.ts'
import { etagOf } from './etag.ts'

/** Writes Location and ETag as the operation declares them, from members of its response. */
export function writeDeclaredHeaders(
  { location, etag }: Operation,
  { params, headers }: { params: Record<string, string>; headers: DraftHeaders },
  response: unknown,
): void {
  if (etag !== undefined && etag !== true) headers['etag'] ??= etagOf(valueOf(etag, response))
  const url = location === undefined ? undefined : expand(location, params, response)
  if (url !== undefined) headers['location'] = url
}

function valueOf(etag: Exclude<DeclaredEtag, true>, response: unknown): string {
  return String(typeof etag === 'string' ? memberAt(response, etag) : etag(response as never))
}

/** Replaces `:name` by a parameter of the path and `{name}` by a member; undefined if the response lacks one. */
function expand(template: string, params: Record<string, string>, response: unknown): string | undefined {
  let isWhole = true
  const url = template.replace(/:(\w+)|\{([\w.]+)\}/g, (_, parameter: string | undefined, path: string) => {
    const value = parameter === undefined ? memberAt(response, path) : params[parameter]
    if (typeof value !== 'string') isWhole = false
    return encodeURIComponent(String(value))
  })
  return isWhole ? url : undefined
}

/** The member at a path such as `template.id`. */
function memberAt(response: unknown, path: string): unknown {
  return path
    .split('.')
    .reduce<unknown>((at, name) => (at as Record<string, unknown> | null | undefined)?.[name], response)
}
