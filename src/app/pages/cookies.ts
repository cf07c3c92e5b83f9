import { limits } from '../../kernel/limits.ts'

/** How the browser keeps a token: HttpOnly, Lax, and bound to this host where the console is reached over TLS. */
export interface HostCookie {
  /** The token a request carries. */
  read(request: Request): string | undefined
  /** The header that hands a token to the browser. */
  write(token: string): string
  /** The header that takes it away. */
  readonly remove: string
}

/** The cookie of a session for a console at this address. */
export function sessionCookie(appUrl: string): HostCookie {
  return hostCookie(appUrl, 'svc_session', limits.consoleSessionHours * 3600)
}

/** The cookie by which a browser is known that someone has signed in with; kept as long as browsers allow (RFC 6265bis 5.5). */
export function browserCookie(appUrl: string): HostCookie {
  return hostCookie(appUrl, 'svc_browser', 400 * 86_400)
}

/** The cookie by which a visitor to a public demo is known, as long as their emails are kept. */
export function demoCookie(appUrl: string): HostCookie {
  return hostCookie(appUrl, 'svc_demo', limits.demoHours * 3600)
}

// Over TLS the `__Host-` prefix keeps sibling domains from planting one.
function hostCookie(appUrl: string, plainName: string, maxAge: number): HostCookie {
  const isSecure = appUrl.startsWith('https://')
  const name = isSecure ? `__Host-${plainName}` : plainName
  const attributes = `Path=/; HttpOnly; SameSite=Lax${isSecure ? '; Secure' : ''}`
  return {
    read(request) {
      const pairs = request.headers.get('cookie')?.split(/;\s*/) ?? []
      const value = pairs.find((pair) => pair.startsWith(`${name}=`))?.slice(name.length + 1)
      return value === undefined || !/^[\w.-]{20,128}$/.test(value) ? undefined : value
    },
    write: (token) => `${name}=${token}; Max-Age=${maxAge}; ${attributes}`,
    remove: `${name}=; Max-Age=0; ${attributes}`,
  }
}
