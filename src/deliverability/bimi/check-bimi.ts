import {
  type Checked,
  type DomainFinding,
  type ResolveRecords,
  concluded,
  isUnknown,
  readTags,
  unmeasured,
  unpublished,
} from '../findings/index.ts'
import { evaluateCertificate, unpack } from './evaluate-certificate.ts'
import { evaluateLogo } from './evaluate-logo.ts'
import { report } from './reasons.ts'

/**
 * Fetches a file over https without following redirects, or returns the reason of the failure. `isLocalFailure`: the failure is on
 * this side.
 */
export type FetchFile = (
  url: string,
  maxBytes: number,
) => Promise<{ bytes: Uint8Array; mediaType?: string | undefined } | { problem: string; isLocalFailure: boolean }>

export interface BimiDeps {
  readonly resolve: ResolveRecords
  readonly fetchFile: FetchFile
  /** The effective DMARC policy of the domain. */
  readonly policy: 'none' | 'quarantine' | 'reject' | undefined
  /** Unix milliseconds. */
  readonly now: number
  /** The registrable domain of a name. */
  registrable(name: string): string
}

export interface BimiCheck extends Checked {
  readonly found_at?: string
  readonly logo?: { readonly url: string; readonly bytes?: number; readonly title?: string }
  readonly certificate?: {
    readonly url: string
    readonly subject?: string
    readonly issuer?: string
    readonly names?: readonly string[]
    /** ISO 8601. */
    readonly expires_at?: string
  }
}

const [logoBytes, certificateBytes] = [128 * 1024, 256 * 1024]

/**
 * Checks the BIMI record of a domain or of its organizational domain, with the logo and the certificate that it refers to.
 */
export async function checkBimi(domain: string, deps: BimiDeps): Promise<BimiCheck> {
  const registered = deps.registrable(domain)
  for (const at of new Set([domain, registered])) {
    const reply = await deps.resolve(`default._bimi.${at}`, 'TXT')
    if (isUnknown(reply)) return unmeasured(report('dns', 'The record could not be queried.'))
    const found = reply.records.filter((text) => /^\s*v\s*=\s*BIMI1\s*(?:;|$)/i.test(text))
    const [record] = found
    if (record === undefined) continue
    if (found.length > 1)
      return concluded([report('several', `There are ${found.length} records.`, { fix: 'Keep only one.' })], { record })
    return { ...(await evaluate(domain, record, deps)), found_at: at }
  }
  const publish = {
    name: `default._bimi.${domain}`,
    type: 'TXT',
    value: `v=BIMI1; l=https://${domain}/logo.svg`,
  } as const
  return unpublished(
    report('none', 'No logo is published.', { fix: 'Serve the logo as SVG Tiny PS, and publish its URL.', publish }),
  )
}

async function evaluate(domain: string, record: string, deps: BimiDeps): Promise<BimiCheck> {
  const { tags } = readTags(record)
  const [logoUrl = '', proofUrl = ''] = [tags.get('l'), tags.get('a')]
  if (logoUrl === '' && proofUrl === '')
    return unpublished(report('declined', 'The domain declines a logo.'), { record })
  const findings: DomainFinding[] = []
  if (deps.policy === 'none' || deps.policy === undefined)
    findings.push(
      report('dmarc', `The DMARC policy is ${deps.policy ?? 'missing'}.`, { fix: 'Raise the DMARC policy first.' }),
    )
  const logo = await fetchLogo(logoUrl, deps)
  const proof = await fetchProof(proofUrl, { domain, logo: logo.bytes, deps })
  findings.push(...logo.findings, ...proof.findings)
  return {
    ...concluded(findings, { record }),
    ...(logoUrl === '' ? {} : { logo: { url: shortened(logoUrl), ...logo.shown } }),
    ...(proofUrl === '' ? {} : { certificate: { url: shortened(proofUrl), ...proof.shown } }),
  }
}

async function fetchLogo(url: string, { fetchFile }: BimiDeps) {
  const fix = 'Serve the SVG over https, without redirects.'
  const nothing = (finding: DomainFinding) => ({ findings: [finding], shown: {}, bytes: undefined })
  if (!isHttps(url)) return nothing(report('logo', 'l is not an https: URL.', { fix }))
  const fetched = await fetchFile(url, logoBytes)
  if ('problem' in fetched)
    return nothing(
      fetched.isLocalFailure
        ? report('unreached', `The logo could not be fetched: ${fetched.problem}`)
        : report('logo_fetch', `The logo cannot be fetched: ${fetched.problem}`, { fix }),
    )
  const bytes = await unpack(fetched.bytes)
  if (bytes === undefined) return nothing(report('svg_broken', 'The logo cannot be unpacked.', { fix }))
  const { findings, title } = evaluateLogo(bytes)
  const { mediaType } = fetched
  const isTyped = mediaType === undefined || /^image\/svg\+xml\b/i.test(mediaType)
  const typed = isTyped
    ? []
    : [report('logo_type', `The logo is served as ${mediaType.slice(0, 60)}.`, { fix: 'Serve it as image/svg+xml.' })]
  return {
    findings: [...findings, ...typed],
    shown: { bytes: bytes.length, ...(title === undefined ? {} : { title }) },
    bytes,
  }
}

async function fetchProof(
  url: string,
  { domain, logo, deps }: { domain: string; logo: Uint8Array | undefined; deps: BimiDeps },
) {
  if (url === '') return { findings: [report('no_certificate', 'No mark certificate is named (a).')], shown: {} }
  const fix = 'Serve the certificate as PEM over https, without redirects.'
  if (!isHttps(url)) return { findings: [report('certificate_address', 'a is not an https: URL.', { fix })], shown: {} }
  const fetched = await deps.fetchFile(url, certificateBytes)
  if ('problem' in fetched) {
    const finding = fetched.isLocalFailure
      ? report('unreached', `The certificate could not be fetched: ${fetched.problem}`)
      : report('certificate_fetch', `The certificate cannot be fetched: ${fetched.problem}`, { fix })
    return { findings: [finding], shown: {} }
  }
  const text = new TextDecoder().decode(fetched.bytes)
  const { certificate, findings } = await evaluateCertificate(text, { domain, logo, now: deps.now })
  if (certificate === undefined) return { findings, shown: {} }
  const { issuer, names, notAfter, subject } = certificate
  return {
    findings,
    shown: { subject, issuer, names: names.slice(0, 10), expires_at: new Date(notAfter).toISOString() },
  }
}

function isHttps(url: string): boolean {
  return /^https:\/\/[^\s]+$/i.test(url) && URL.canParse(url)
}

function shortened(url: string): string {
  return url.slice(0, 500)
}
