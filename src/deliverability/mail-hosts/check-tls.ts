import { type Checked, type DomainFinding, concluded, unmeasured } from '../findings/index.ts'
import { type Certificate, isForHost, modulusBits, readCertificate } from '../x509/index.ts'
import { reportTls as report } from './reasons.ts'

export type TlsAnswer =
  /** The host was not reached, or not contacted. */
  | { readonly state: 'unreached'; readonly detail: string }
  | { readonly state: 'plain' }
  | { readonly state: 'broken'; readonly detail: string }
  | {
      readonly state: 'encrypted'
      /** Such as TLSv1.3. */
      readonly protocol: string
      /** The certificate matches the host name, is in date, and has a known issuer. */
      readonly isTrusted: boolean
      /** Reason for a missing trust. */
      readonly problem?: string
      /** DER, the leaf first. */
      readonly shown: readonly { readonly der: Uint8Array; readonly isSignedByNext: boolean }[]
    }

export interface TlsHost {
  readonly host: string
  readonly answer: TlsAnswer
}

export interface HostEncryption {
  readonly host: string
  readonly state: TlsAnswer['state']
  readonly protocol?: string
  readonly trusted?: boolean
  readonly certificate?: {
    readonly subject: string
    readonly issuer: string
    readonly names: readonly string[]
    /** ISO 8601. */
    readonly expires_at: string
    /** Number of certificates up to the root, as far as they are known here. */
    readonly chain: number
  }
}

export interface TlsCheck extends Checked {
  readonly hosts: readonly HostEncryption[]
}

const dayMs = 86_400_000
const soonDays = 14
const minBits = 2048

/** Checks that the hosts offer TLS, and that their certificates are valid. `now` in Unix milliseconds. */
export function checkTls(hosts: readonly TlsHost[], now: number): TlsCheck {
  if (hosts.length === 0)
    return { ...unmeasured(report('no_hosts', 'There is no mail host to connect to.')), hosts: [] }
  const notified = hosts.map(describe)
  if (hosts.every(({ answer }) => answer.state === 'unreached')) {
    const [first] = hosts
    const detail = first?.answer.state === 'unreached' ? first.answer.detail : ''
    return {
      ...unmeasured(report('unreached', `No mail host could be reached from here: ${detail}.`)),
      hosts: notified,
    }
  }
  return { ...concluded(hosts.flatMap((host) => evaluate(host, now))), hosts: notified }
}

function evaluate({ answer, host }: TlsHost, now: number): DomainFinding[] {
  if (answer.state === 'unreached')
    return [report('unreached', `${host} could not be reached from here: ${answer.detail}.`)]
  if (answer.state === 'plain')
    return [report('plain', `${host} offers no encryption (STARTTLS).`, { fix: 'Turn STARTTLS on.' })]
  // The handshake with an outdated protocol fails before the version is known.
  if (
    answer.state === 'broken' &&
    /unsupported.protocol|wrong.version|version.too.low|protocol.version/i.test(answer.detail)
  )
    return [
      report('old', `${host} supports no current TLS version.`, {
        fix: 'Allow TLS 1.2 and 1.3.',
        severity: 'error',
      }),
    ]
  if (answer.state === 'broken')
    return [
      report('broken', `The TLS handshake with ${host} failed: ${answer.detail.slice(0, 200)}.`, {
        fix: 'Have the mail server repaired.',
      }),
    ]
  const found: DomainFinding[] = []
  if (/^(?:SSL|TLSv1(?:\.1)?$)/.test(answer.protocol))
    found.push(report('old', `${host} negotiates ${answer.protocol}.`, { fix: 'Allow TLS 1.2 and 1.3.' }))
  const certificate = readCertificate(answer.shown[0]?.der ?? new Uint8Array())
  return [...found, ...(certificate === undefined ? [] : evaluateCertificate(host, certificate, { answer, now }))]
}

function evaluateCertificate(
  host: string,
  certificate: Certificate,
  { answer, now }: { answer: Extract<TlsAnswer, { state: 'encrypted' }>; now: number },
): DomainFinding[] {
  const found: DomainFinding[] = []
  const { names, notAfter, notBefore } = certificate
  const until = new Date(notAfter).toISOString().slice(0, 10)
  const isOver = notAfter < now || notBefore > now
  const isNamed = isForHost(certificate, host)
  if (isOver)
    found.push(
      report(
        'expired',
        notAfter < now
          ? `The certificate of ${host} was over on ${until}.`
          : `The certificate of ${host} does not begin before ${new Date(notBefore).toISOString().slice(0, 10)}.`,
        { fix: 'Renew it, and have that done by itself.' },
      ),
    )
  else if (notAfter - now < soonDays * dayMs)
    found.push(
      report('expiring', `The certificate of ${host} is over on ${until}.`, {
        fix: 'Renew it, and have that done by itself.',
      }),
    )
  if (!isNamed)
    found.push(
      report('name', `The certificate of ${host} is for ${names.slice(0, 3).join(', ') || 'no host'}.`, {
        fix: `Get one for ${host}.`,
      }),
    )
  if (!answer.isTrusted && !isOver && isNamed)
    found.push(
      report(
        'untrusted',
        `The certificate of ${host} is not trusted: ${(answer.problem ?? 'it has no chain').slice(0, 120)}.`,
        {
          fix: 'Use a certificate of a trusted CA, and serve the intermediate certificates.',
        },
      ),
    )
  const bits = modulusBits(certificate.keyInfo)
  if (bits !== undefined && bits < minBits && bits > 0)
    found.push(
      report('weak_key', `The key of ${host} has ${bits} bits.`, {
        fix: 'Create a 2048-bit RSA key or an elliptic curve key.',
      }),
    )
  return found
}

function describe({ answer, host }: TlsHost): HostEncryption {
  if (answer.state !== 'encrypted') return { host, state: answer.state }
  const certificate = readCertificate(answer.shown[0]?.der ?? new Uint8Array())
  const { isTrusted, protocol, shown, state } = answer
  const base = { host, state, protocol, trusted: isTrusted }
  if (certificate === undefined) return base
  const { issuer, names, notAfter, subject } = certificate
  const expires = new Date(notAfter).toISOString()
  return {
    ...base,
    certificate: { subject, issuer, names: names.slice(0, 10), expires_at: expires, chain: shown.length },
  }
}
