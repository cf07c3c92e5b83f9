/** An S3-compatible store on loopback that checks every signature (AWS Signature Version 4), and fails on demand. */
import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import { type IncomingMessage, type ServerResponse, createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { cleanUp } from './clean-up.ts'

/**
 * How the next matching request fails. `truncate` sends half of the body it promised and hangs up, `stall`
 * sends half and then nothing more; `hang` never answers.
 */
export type S3Fault = 'refuse' | 'unavailable' | 'hang' | 'truncate' | 'stall'

export interface S3Server {
  /** What `SVC_BLOB_URL` has to say. */
  url: string
  endpoint: string
  /** What is stored, by key. */
  objects: Map<string, Buffer>
  /** Multipart uploads that were begun and neither completed nor aborted. */
  openUploads(): number
  /** Method and path of every request, with the status it was answered. */
  requests: { method: string; path: string; status: number }[]
  /** Requests that have come, answered or not. */
  readonly seen: number
  /** From now on its clock is so many milliseconds ahead. */
  setClock(aheadMs: number): void
  /** Decides about each request; undefined lets it through. */
  failWith(fault: (method: string, path: string) => S3Fault | undefined): void
}

const s3Keys = { accessKeyId: 'TESTACCESSKEY', secretAccessKey: 'test/secret+key' }
const bucket = 'test-bucket'
const region = 'eu-test-1'

/** Starts a store with one empty bucket; closes itself after the tests. */
export async function startS3(): Promise<S3Server> {
  const objects = new Map<string, Buffer>()
  const uploads = new Map<string, Map<number, Buffer>>()
  const requests: S3Server['requests'] = []
  let aheadMs = 0
  let seen = 0
  let decide: (method: string, path: string) => S3Fault | undefined = () => undefined

  const server = createServer((request, response) => {
    void answer(request, response).catch((error: unknown) => refuse(response, 500, 'InternalError', String(error)))
  })

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', 'http://s3')
    response.on('close', () =>
      requests.push({ method: request.method ?? '', path: url.pathname + url.search, status: response.statusCode }),
    )
    seen++
    const fault = decide(request.method ?? '', url.pathname)
    if (fault === 'hang') return
    const body = await readBody(request)
    if (fault === 'refuse') return refuse(response, 403, 'AccessDenied', 'Access Denied')
    if (fault === 'unavailable') return refuse(response, 503, 'SlowDown', 'Please reduce your request rate.')
    const problem = signatureProblem(request, url, Date.now() + aheadMs)
    if (problem !== undefined) return refuse(response, 403, 'SignatureDoesNotMatch', problem)
    const [, name, ...rest] = url.pathname.split('/')
    if (name !== bucket) return refuse(response, 404, 'NoSuchBucket', 'The bucket does not exist.')
    const key = decodeURIComponent(rest.join('/'))
    const half = fault === 'truncate' || fault === 'stall' ? fault : undefined
    if (key === '') return list(url, response)
    const uploadId = url.searchParams.get('uploadId')
    if (request.method === 'POST' && url.searchParams.has('uploads')) return begin(key, response)
    if (uploadId !== null) return part({ request, response, url, key, uploadId, body })
    if (request.method === 'PUT') {
      objects.set(key, body)
      response.writeHead(200, { etag: etagOf(body) }).end()
      return undefined
    }
    if (request.method === 'DELETE') {
      objects.delete(key)
      response.writeHead(204).end()
      return undefined
    }
    return read(request, response, { key, half })
  }

  function begin(key: string, response: ServerResponse): void {
    const id = crypto.randomUUID()
    uploads.set(id, new Map())
    xml(
      response,
      `<InitiateMultipartUploadResult><Bucket>${bucket}</Bucket><Key>${key}</Key><UploadId>${id}</UploadId></InitiateMultipartUploadResult>`,
    )
  }

  function part(given: {
    request: IncomingMessage
    response: ServerResponse
    url: URL
    key: string
    uploadId: string
    body: Buffer
  }): void {
    const { request, response, url, key, uploadId, body } = given
    const parts = uploads.get(uploadId)
    if (parts === undefined) return refuse(response, 404, 'NoSuchUpload', 'The upload does not exist.')
    if (request.method === 'PUT') {
      parts.set(Number(url.searchParams.get('partNumber')), body)
      response.writeHead(200, { etag: etagOf(body) }).end()
      return undefined
    }
    uploads.delete(uploadId)
    if (request.method === 'DELETE') {
      response.writeHead(204).end()
      return undefined
    }
    const numbers = [...parts.keys()].toSorted((a, b) => a - b)
    objects.set(key, Buffer.concat(numbers.map((number) => parts.get(number) ?? Buffer.alloc(0))))
    return xml(response, `<CompleteMultipartUploadResult><Key>${key}</Key></CompleteMultipartUploadResult>`)
  }

  function read(
    request: IncomingMessage,
    response: ServerResponse,
    { key, half }: { key: string; half: 'truncate' | 'stall' | undefined },
  ): void {
    const object = objects.get(key)
    if (object === undefined) return refuse(response, 404, 'NoSuchKey', 'The key does not exist.')
    const range = /^bytes=(\d+)-(\d*)$/.exec(request.headers.range ?? '')
    const start = Number(range?.[1] ?? 0)
    if (range !== null && start >= object.length) return refuse(response, 416, 'InvalidRange', 'Not satisfiable.')
    const end = range?.[2] ? Math.min(Number(range[2]) + 1, object.length) : object.length
    response.writeHead(range === null ? 200 : 206, {
      'content-length': end - start,
      etag: etagOf(object),
      'last-modified': new Date().toUTCString(),
      ...(range === null ? {} : { 'content-range': `bytes ${start}-${end - 1}/${object.length}` }),
    })
    if (request.method === 'HEAD') return void response.end()
    if (half === undefined) return void response.end(object.subarray(start, end))
    response.write(object.subarray(start, start + Math.floor((end - start) / 2)), () => {
      if (half === 'truncate') response.socket?.destroy()
    })
    return undefined
  }

  function list(url: URL, response: ServerResponse): void {
    const prefix = url.searchParams.get('prefix') ?? ''
    const after = url.searchParams.get('continuation-token') ?? url.searchParams.get('start-after') ?? ''
    // Smaller pages than the usual thousand, so that tests meet the second one.
    const max = Math.min(Number(url.searchParams.get('max-keys') ?? 1000), 10)
    const keys = [...objects.keys()].filter((key) => key.startsWith(prefix) && key > after).toSorted()
    const page = keys.slice(0, max)
    const entries = page.map((key) => {
      const object = objects.get(key) ?? Buffer.alloc(0)
      return `<Contents><Key>${key}</Key><Size>${object.length}</Size><ETag>${etagOf(object)}</ETag><LastModified>${new Date().toISOString()}</LastModified></Contents>`
    })
    const more = keys.length > page.length
    const next = more ? `<NextContinuationToken>${page.at(-1)}</NextContinuationToken>` : ''
    xml(
      response,
      `<ListBucketResult><Name>${bucket}</Name><Prefix>${prefix}</Prefix><KeyCount>${page.length}</KeyCount><IsTruncated>${more}</IsTruncated>${next}${entries.join('')}</ListBucketResult>`,
    )
  }

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  cleanUp(() => {
    server.closeAllConnections()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  const endpoint = `http://127.0.0.1:${port}`
  const credentials = `${s3Keys.accessKeyId}:${encodeURIComponent(s3Keys.secretAccessKey)}`
  return {
    url: `s3://${credentials}@${bucket}?endpoint=${encodeURIComponent(endpoint)}&region=${region}`,
    endpoint,
    objects,
    openUploads: () => uploads.size,
    requests,
    get seen() {
      return seen
    },
    setClock(ms) {
      aheadMs = ms
    },
    failWith(fault) {
      decide = fault
    },
  }
}

async function readBody(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks)
}

function refuse(response: ServerResponse, status: number, code: string, message: string): void {
  response
    .writeHead(status, { 'content-type': 'application/xml' })
    .end(`<?xml version="1.0"?><Error><Code>${code}</Code><Message>${message}</Message></Error>`)
}

function xml(response: ServerResponse, body: string): void {
  response.writeHead(200, { 'content-type': 'application/xml' }).end(`<?xml version="1.0" encoding="UTF-8"?>${body}`)
}

function etagOf(bytes: Buffer): string {
  return `"${createHash('md5').update(bytes).digest('hex')}"`
}

/** Why the signature of a request does not hold: in its header, or in its query when it was signed beforehand. */
function signatureProblem(request: IncomingMessage, url: URL, nowMs: number): string | undefined {
  const given = url.searchParams.has('X-Amz-Signature') ? fromQuery(url, nowMs) : fromHeader(request, nowMs)
  if (typeof given === 'string') return given
  const [accessKeyId, day, signedRegion, service, end] = given.credential.split('/')
  if (accessKeyId !== s3Keys.accessKeyId) return 'unknown access key'
  if (signedRegion !== region || service !== 's3' || end !== 'aws4_request') return `wrong scope ${given.credential}`
  if (!given.signedHeaders.includes('host')) return 'host is not signed'
  const query = [...url.searchParams]
    .filter(([name]) => name !== 'X-Amz-Signature')
    .map(([name, value]) => [encode(name), encode(value)] as const)
    .toSorted(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0))
    .map(([name, value]) => `${name}=${value}`)
  const headers = given.signedHeaders.map((name) => `${name}:${String(request.headers[name] ?? '').trim()}\n`)
  const canonical = [
    request.method,
    url.pathname,
    query.join('&'),
    headers.join(''),
    given.signedHeaders.join(';'),
    given.payloadHash,
  ].join('\n')
  const scope = `${day}/${region}/s3/aws4_request`
  const toSign = ['AWS4-HMAC-SHA256', given.date, scope, createHash('sha256').update(canonical).digest('hex')].join(
    '\n',
  )
  const key = [day ?? '', region, 's3', 'aws4_request'].reduce<Buffer | string>(
    (secret, part) => createHmac('sha256', secret).update(part).digest(),
    `AWS4${s3Keys.secretAccessKey}`,
  )
  const expected = createHmac('sha256', key).update(toSign).digest()
  const signature = Buffer.from(given.signature, 'hex')
  return expected.length === signature.length && timingSafeEqual(expected, signature)
    ? undefined
    : 'the signature does not match'
}

interface Signed {
  credential: string
  signedHeaders: string[]
  signature: string
  date: string
  payloadHash: string
}

function fromHeader(request: IncomingMessage, nowMs: number): Signed | string {
  const pattern = /^AWS4-HMAC-SHA256 Credential=([^,]+), ?SignedHeaders=([^,]+), ?Signature=([0-9a-f]{64})$/
  const match = pattern.exec(request.headers.authorization ?? '')
  if (match === null) return 'no signature'
  const [, credential = '', headers = '', signature = ''] = match
  const date = String(request.headers['x-amz-date'] ?? '')
  if (Math.abs(nowMs - timeOf(date)) > 900_000) return 'signed at another time'
  const payloadHash = String(request.headers['x-amz-content-sha256'] ?? '')
  return { credential, signedHeaders: headers.split(';'), signature, date, payloadHash }
}

function fromQuery(url: URL, nowMs: number): Signed | string {
  const value = (name: string) => url.searchParams.get(`X-Amz-${name}`) ?? ''
  const date = value('Date')
  if (nowMs > timeOf(date) + Number(value('Expires')) * 1000) return 'the address has expired'
  return {
    credential: value('Credential'),
    signedHeaders: value('SignedHeaders').split(';'),
    signature: value('Signature'),
    date,
    payloadHash: 'UNSIGNED-PAYLOAD',
  }
}

function timeOf(date: string): number {
  return Date.parse(date.replace(/^(\d{4})(\d{2})(\d{2})T(\d{2})(\d{2})(\d{2})Z$/, '$1-$2-$3T$4:$5:$6Z'))
}

function encode(text: string): string {
  return encodeURIComponent(text).replace(/[!'()*]/g, (each) => `%${each.charCodeAt(0).toString(16).toUpperCase()}`)
}
