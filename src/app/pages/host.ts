/** Where a redirect URI leads, for people: a host, this computer, or the scheme of an application. */
export function hostOf(redirectUri: string): string {
  const { host, hostname, protocol } = new URL(redirectUri)
  if (protocol === 'https:') return host
  return /^(?:127\.0\.0\.1|\[::1\]|localhost)$/.test(hostname) && protocol === 'http:'
    ? 'an app on this computer'
    : `the app that opens ${protocol} links`
}
