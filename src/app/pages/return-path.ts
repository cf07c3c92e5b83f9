import { limits } from '../../kernel/limits.ts'

/**
 * The path of this service to which a person returns after signing in, from a parameter or a hidden field. `/` for a URL of
 * another origin, whatever its spelling, and for the sign-in itself.
 */
export function returnPath(given: string | null): string {
  if (given === null || given.length > limits.returnPathLength || !given.startsWith('/')) return '/'
  const base = 'http://service.invalid'
  const url = URL.parse(given, base)
  if (url === null || url.origin !== base || /^\/\/|^\/sign-(?:in|out)(?:\/|$)/.test(url.pathname)) return '/'
  return `${url.pathname}${url.search}`
}

/** The sign-in page, after which the person gets the page of this request; of a form, the page that has it. */
export function signInPath({ url }: Pick<Request, 'url'>): string {
  const { pathname, search } = new URL(url)
  const next = returnPath(`${pathname}${search}`)
  return next === '/' ? '/sign-in' : `/sign-in?next=${encodeURIComponent(next)}`
}
