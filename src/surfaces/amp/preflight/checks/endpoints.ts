import type { Endpoint } from '../../../../email/amp/index.ts'
import { limits } from '../../../../kernel/limits.ts'
import { type OutboundAnswer, OutboundError, type Send } from '../../../../platform/net/index.ts'
import { type Check, failed, passed, unmeasured, warned } from './check.ts'

/** The result of requesting one URL of an AMP part. */
export interface EndpointResult {
  readonly url: string
  readonly method: 'GET' | 'POST'
  readonly element: string
  /** `pass`: both versions of CORS in AMP for Email; `warn`: one of them; `unmeasured`: not requested, or no response. */
  readonly state: 'pass' | 'warn' | 'fail' | 'unmeasured'
  readonly message: string
}

export interface ProbeOptions {
  readonly sender: string
  /** Forms are submitted with an empty body; otherwise they are unmeasured. */
  readonly probesForms: boolean
}

/** Gmail's proxy; version 1 compares it (developers.google.com, AMP for Gmail, security requirements). */
const clientOrigin = 'https://mail.google.com'
const atOnce = 5

/** Requests the URLs as mail clients do: amp.dev, CORS in AMP for Email, versions 1 and 2. */
export async function probeEndpoints(
  endpoints: readonly Endpoint[],
  options: ProbeOptions,
  send: Send,
): Promise<EndpointResult[]> {
  const results: EndpointResult[] = []
  const probed = endpoints.slice(0, limits.ampEndpoints)
  for (let at = 0; at < probed.length; at += atOnce)
    results.push(...(await Promise.all(probed.slice(at, at + atOnce).map((each) => probe(each, options, send)))))
  return results
}

/** One check for all URLs. */
export function evaluateEndpoints(results: readonly EndpointResult[], total: number): Check {
  const id = 'endpoints.cors'
  if (total === 0) return passed(id, 'The AMP part requests no URL.')
  const worst = (['fail', 'warn', 'unmeasured'] as const).find((state) => results.some((each) => each.state === state))
  const bad = results.find(({ state }) => state === worst)
  const left = total > results.length ? ` The other ${total - results.length} were not requested.` : ''
  if (bad === undefined) return passed(id, `All ${results.length} URLs allow the sender.${left}`)
  const message = `${bad.method} ${bad.url.slice(0, 300)}: ${bad.message}${left}`
  const fix =
    'Respond to the sender with AMP-Email-Allow-Sender, and for older clients with AMP-Access-Control-Allow-Source-Origin, without a redirect.'
  if (bad.state === 'fail') return failed(id, message, fix)
  return bad.state === 'warn' ? warned(id, message, fix) : unmeasured(id, message)
}

async function probe(endpoint: Endpoint, options: ProbeOptions, send: Send): Promise<EndpointResult> {
  const result = (state: EndpointResult['state'], message: string) => ({ ...endpoint, state, message })
  if (/\{\{|\{%|\$\{/.test(endpoint.url)) return result('unmeasured', 'the URL contains a tag.')
  const url = URL.parse(endpoint.url)
  if (url === null || url.protocol !== 'https:') return result('fail', 'the URL is not an absolute https URL.')
  if (endpoint.method === 'POST' && !options.probesForms)
    return result('unmeasured', 'the form was not submitted; allow it with probe_forms.')
  try {
    const [two, one] = await Promise.all([
      request(endpoint, url, { 'AMP-Email-Sender': options.sender }, send),
      request(endpoint, withOrigin(url, options.sender), { Origin: clientOrigin }, send),
    ])
    return result(...evaluate(two, one, { endpoint, sender: options.sender }))
  } catch (error) {
    if (!(error instanceof OutboundError)) throw error
    return ['timeout', 'aborted', 'connect', 'dns'].includes(error.kind)
      ? result('unmeasured', error.message)
      : result('fail', error.message)
  }
}

function withOrigin(url: URL, sender: string): URL {
  const signed = new URL(url)
  signed.searchParams.set('__amp_source_origin', sender)
  return signed
}

function request(endpoint: Endpoint, url: URL, headers: Record<string, string>, send: Send): Promise<OutboundAnswer> {
  return send({
    method: endpoint.method,
    url: url.href,
    headers: {
      ...headers,
      accept: 'application/json',
      ...(endpoint.method === 'POST' ? { 'content-type': 'application/x-www-form-urlencoded' } : {}),
    },
    ...(endpoint.method === 'POST' ? { body: '' } : {}),
    timeoutMs: limits.ampEndpointMs,
    maxBodyBytes: limits.ampEndpointBytes,
    onTooLarge: 'cut',
  })
}

function evaluate(
  two: OutboundAnswer,
  one: OutboundAnswer,
  { endpoint, sender }: { endpoint: Endpoint; sender: string },
): [EndpointResult['state'], string] {
  if (two.status >= 300 && two.status < 400) return ['fail', `it redirects (${two.status}), which AMP does not follow.`]
  // A form may refuse the empty body that is sent here, and must allow the sender to read why.
  if (two.status >= 400 && endpoint.element !== 'form') return ['fail', `the response is ${two.status}.`]
  const allowed = two.headers['amp-email-allow-sender']
  const isTwo = allowed === '*' || allowed?.toLowerCase() === sender.toLowerCase()
  const isOne = allowsByOrigin(one, sender)
  if (!isTwo && !isOne)
    return [
      'fail',
      allowed === undefined
        ? 'the response has no AMP-Email-Allow-Sender.'
        : `AMP-Email-Allow-Sender is ${allowed.slice(0, 100)}, not the sender.`,
    ]
  if (endpoint.element !== 'form' && !isJson(two)) return ['fail', 'the response is not JSON.']
  if (!isTwo) return ['warn', 'it allows the sender only by version 1, which is deprecated.']
  return isOne
    ? ['pass', 'it allows the sender by both versions.']
    : ['warn', 'it allows the sender only by version 2.']
}

function allowsByOrigin({ headers, status }: OutboundAnswer, sender: string): boolean {
  const origin = headers['access-control-allow-origin']
  const source = headers['amp-access-control-allow-source-origin']
  return status < 400 && (origin === clientOrigin || origin === '*') && source?.toLowerCase() === sender.toLowerCase()
}

function isJson({ body, isCut }: OutboundAnswer): boolean {
  if (isCut) return true
  try {
    JSON.parse(new TextDecoder().decode(body))
    return true
  } catch {
    return false
  }
}
