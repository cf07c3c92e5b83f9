import { limits } from '../../kernel/limits.ts'

/** A token cookie: HttpOnly, SameSite=Lax, and bound to the host if the console uses TLS. */
export interface HostCookie {
  /** The token of a request. */
  read(request: Request): string | undefined
  /** The Set-Cookie header with the token. */
  write(token: string): string
  /** The Set-Cookie header that deletes the cookie. */
  readonly remove: string
}

export function sessionCookie(appUrl: string): HostCookie {
  return hostCookie(appUrl, 'svc_session', limits.consoleSessionHours * 3600)
}

/** Identifies a browser with an earlier sign-in; stored as long as browsers allow (RFC 6265bis 5.5). */
export function browserCookie(appUrl: string): HostCookie {
  return hostCookie(appUrl, 'svc_browser', 400 * 86_400)
}

/** Binds a sign-in with an OpenID Connect provider to the browser that has begun it. */
export function oidcCookie(appUrl: string): HostCookie {
  return hostCookie(appUrl, 'svc_oidc', limits.oidcFlowSeconds)
}

/** Binds a sign-in with a passkey to the browser that has opened the sign-in page. */
export function passkeyCookie(appUrl: string): HostCookie {
  return hostCookie(appUrl, 'svc_passkey', limits.passkeySeconds)
}

/** Identifies a visitor of a public demo, as long as demo emails are stored. */
export function demoCookie(appUrl: string): HostCookie {
  return hostCookie(appUrl, 'svc_demo', limits.demoHours * 3600)
}

// Over TLS the `__Host-` prefix prevents sibling domains from setting the cookie.
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
