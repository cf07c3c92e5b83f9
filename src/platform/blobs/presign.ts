import { createHash, createHmac } from 'node:crypto'

const algorithm = 'AWS4-HMAC-SHA256'

/**
 * Adds signed headers to a presigned URL of AWS Signature Version 4 (query parameters), for runtimes that sign the host
 * alone. The store refuses a request without exactly these headers. Header names in lower case; the URL keeps its date,
 * credential scope and expiry.
 */
export function signHeaders(
  url: string,
  { method, headers, secretAccessKey }: { method: string; headers: Record<string, string>; secretAccessKey: string },
): string {
  const signed = new URL(url)
  const all: Record<string, string> = { ...headers, host: signed.host }
  const names = Object.keys(all).toSorted()
  signed.searchParams.delete('X-Amz-Signature')
  signed.searchParams.set('X-Amz-SignedHeaders', names.join(';'))
  const query = [...signed.searchParams]
    .map(([name, value]) => `${encode(name)}=${encode(value)}`)
    .toSorted()
    .join('&')
  const canonical = [
    method,
    signed.pathname,
    query,
    ...names.map((name) => `${name}:${all[name]}`),
    '',
    names.join(';'),
    'UNSIGNED-PAYLOAD',
  ].join('\n')
  const date = signed.searchParams.get('X-Amz-Date') ?? ''
  const [, ...scope] = (signed.searchParams.get('X-Amz-Credential') ?? '').split('/')
  const text = [algorithm, date, scope.join('/'), createHash('sha256').update(canonical).digest('hex')].join('\n')
  const key = scope.reduce<string | Buffer>(
    (secret, part) => createHmac('sha256', secret).update(part).digest(),
    `AWS4${secretAccessKey}`,
  )
  const signature = createHmac('sha256', key).update(text).digest('hex')
  signed.search = `?${query}&X-Amz-Signature=${signature}`
  return signed.href
}

/** Percent-encoding of RFC 3986, as the signature requires it. */
function encode(text: string): string {
  return encodeURIComponent(text).replace(/[!'()*]/g, (each) => `%${each.charCodeAt(0).toString(16).toUpperCase()}`)
}
