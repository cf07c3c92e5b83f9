import { limits } from '../../kernel/limits.ts'

/** How the browser keeps a session: HttpOnly, Lax, and bound to this host where the console is reached over TLS. */
export interface SessionCookie {
  /** The token a request carries. */
  read(request: Request): string | undefined
  /** The header that hands a token to the browser. */
  write(token: string): string
  /** The header that takes it away. */
  readonly remove: string
}

/** The cookie for a console at this address. Over TLS the `__Host-` prefix keeps sibling domains from planting one. */
export function sessionCookie(appUrl: string): SessionCookie {
  const isSecure = appUrl.startsWith('https://')
  const name = isSecure ? '__Host-svc_session' : 'svc_session'
  const attributes = `Path=/; HttpOnly; SameSite=Lax${isSecure ? '; Secure' : ''}`
  return {
    read(request) {
      const pairs = request.headers.get('cookie')?.split(/;\s*/) ?? []
      const value = pairs.find((pair) => pair.startsWith(`${name}=`))?.slice(name.length + 1)
      return value === undefined || !/^[\w-]{20,128}$/.test(value) ? undefined : value
    },
    write: (token) => `${name}=${token}; Max-Age=${limits.consoleSessionHours * 3600}; ${attributes}`,
    remove: `${name}=; Max-Age=0; ${attributes}`,
  }
}
