/** How mail is submitted: RFC 6409 over TLS (RFC 8314) or with STARTTLS (RFC 3207). */
export interface MailServer {
  readonly host: string
  readonly port: number
  /**
   * `implicit`: TLS from the first byte. `required`: STARTTLS with a trusted certificate. `optional`: STARTTLS if it is
   * offered, with any certificate. `none`: plain text.
   */
  readonly tls: 'implicit' | 'required' | 'optional' | 'none'
  readonly user?: string
  readonly password?: string
}

const form = 'smtp://USER:PASSWORD@HOST:PORT or smtps://…'
const modes = ['required', 'optional', 'none'] as const

/** The value of SVC_SMTP_URL. The problem is the rest of a sentence about the setting, without its value. */
export function readMailServer(text: string): MailServer | { readonly problem: string } {
  const url = URL.parse(text)
  if (url === null || (url.protocol !== 'smtp:' && url.protocol !== 'smtps:') || url.hostname === '')
    return { problem: `must be ${form}` }
  if (!['', '/'].includes(url.pathname) || url.hash !== '') return { problem: `must end with the port: ${form}` }
  const parameters = [...url.searchParams.keys()]
  const mode = url.searchParams.get('tls')
  const tls = url.protocol === 'smtps:' ? 'implicit' : readMode(mode, url.hostname)
  if (tls === undefined || parameters.some((name) => name !== 'tls') || (tls === 'implicit' && mode !== null))
    return { problem: 'may only have the parameter tls=required, tls=optional or tls=none, and only with smtp://' }
  const [user, password] = [decode(url.username), decode(url.password)]
  if (user === undefined || password === undefined)
    return { problem: 'must have its user and password percent-encoded' }
  if ((user === '') !== (password === '')) return { problem: 'must have a user and a password, or neither' }
  if (user !== '' && (tls === 'none' || tls === 'optional') && !isLocal(url.hostname))
    return { problem: 'must not send a password without TLS: use tls=required or smtps://' }
  const host = url.hostname.replace(/^\[|\]$/g, '')
  const port = url.port === '' ? (tls === 'implicit' ? 465 : 587) : Number(url.port)
  return { host, port, tls, ...(user === '' ? {} : { user, password }) }
}

function readMode(mode: string | null, host: string): (typeof modes)[number] | undefined {
  return mode === null ? (isLocal(host) ? 'optional' : 'required') : modes.find((each) => each === mode)
}

function isLocal(host: string): boolean {
  return host === 'localhost' || host === '[::1]' || /^127\.\d+\.\d+\.\d+$/.test(host)
}

function decode(text: string): string | undefined {
  try {
    return decodeURIComponent(text)
  } catch {
    return undefined
  }
}
