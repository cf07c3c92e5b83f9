/** Host of images that have no URL yet: it never resolves (RFC 2606). */
const uploadHost = 'upload.invalid'

/**
 * A URL in place of one that leads nowhere from an inbox: a relative URL, a local file or an attachment (`cid:`). Its path
 * names the file. Undefined for everything else.
 */
export function uploadUrlOf(address: string): string | undefined {
  const path = address.replace(/^(?:cid|file):[\\/]*/i, '').replace(/^[a-z]:(?=[\\/])/i, '')
  if (path === '' || path.length > 2000 || /^(?:[a-z][a-z0-9+.-]+:|\/\/|[#{<%[*$])/i.test(path)) return undefined
  try {
    const url = new URL(path.replaceAll('\\', '/'), `https://${uploadHost}/`)
    return url.host === uploadHost ? url.href : undefined
  } catch {
    return undefined
  }
}

/** True for a URL of `uploadUrlOf`. */
export function isUploadUrl(url: unknown): boolean {
  return typeof url === 'string' && url.startsWith(`https://${uploadHost}/`)
}
