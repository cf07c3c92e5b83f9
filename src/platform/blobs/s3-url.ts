/** Endpoint and credentials of an S3-compatible store. */
export interface S3Address {
  bucket: string
  /** Prepended to every key, with a slash at its end; may be empty. */
  prefix: string
  endpoint: string | undefined
  region: string | undefined
  /** True if the bucket is part of the host name instead of the first segment of the path. */
  isVirtualHosted: boolean
  accessKeyId: string
  secretAccessKey: string
}

const parameters = ['endpoint', 'region', 'style']

/**
 * Parses `s3://KEY:SECRET@bucket[/prefix][?endpoint=URL&region=NAME&style=path|virtual]`; key and secret percent-encoded. A
 * problem is the end of a sentence, without any part of the URL.
 */
export function readS3Address(text: string): S3Address | { problem: string } {
  const url = URL.parse(text)
  if (url?.protocol !== 's3:' || url.hostname === '') return { problem: 'must be written s3://KEY:SECRET@bucket' }
  const unknown = [...url.searchParams.keys()].filter((name) => !parameters.includes(name))
  if (unknown.length > 0) return { problem: `accepts only the parameters ${parameters.join(', ')}` }
  const { username, password } = url
  if (username === '' || password === '')
    return { problem: 'must contain an access key and its secret: s3://KEY:SECRET@…' }
  const endpoint = url.searchParams.get('endpoint') ?? undefined
  if (endpoint !== undefined && !/^https?:$/.test(URL.parse(endpoint)?.protocol ?? ''))
    return { problem: 'must have an endpoint that starts with http:// or https://, percent-encoded' }
  const region = url.searchParams.get('region') ?? undefined
  if (endpoint === undefined && region === undefined) return { problem: 'must contain a region or an endpoint' }
  const style = url.searchParams.get('style') ?? 'path'
  if (style !== 'path' && style !== 'virtual') return { problem: 'must have a style of path or virtual' }
  const prefix = url.pathname.replace(/^\/+|(?<!\/)\/+$/g, '')
  if (!/^[\w./-]*$/.test(prefix)) return { problem: 'must have a prefix of letters, digits, dots and hyphens' }
  const [accessKeyId, secretAccessKey] = [decode(username), decode(password)]
  if (accessKeyId === undefined || secretAccessKey === undefined)
    return { problem: 'must have its key and secret percent-encoded' }
  return {
    bucket: url.hostname,
    prefix: prefix === '' ? '' : `${prefix}/`,
    endpoint,
    region,
    isVirtualHosted: style === 'virtual',
    accessKeyId,
    secretAccessKey,
  }
}

function decode(text: string): string | undefined {
  try {
    return decodeURIComponent(text)
  } catch {
    return undefined
  }
}
