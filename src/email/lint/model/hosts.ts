/** Host of an HTTP URL in lowercase; undefined for other schemes, or if a merge tag represents the host. */
export function hostOf(address: string): string | undefined {
  const host = /^\s*https?:\/\/(?:[^/?#@{]*@)?(\[[0-9a-f:.]+\]|[^/?#:{}\s]+)/i.exec(address.slice(0, 2000))?.[1]
  return host?.toLowerCase().replace(/\.$/, '')
}

// RFC 6761 and 6762 (names), RFC 1918, 3927, 6598, 4193, 4291 (addresses), and common names of home routers and clusters.
const privateNames = /(?:^|\.)(?:localhost|local|internal|intranet|lan|home|corp|test|invalid|home\.arpa)$/

/** True for hosts that are reachable only inside a machine or network. */
export function isPrivateHost(host: string): boolean {
  if (host.startsWith('[')) return /^\[(?:::1?|f[cd][0-9a-f]{2}:.*|fe[89ab][0-9a-f]:.*)\]$/.test(host)
  const parts = /^(\d{1,3})\.(\d{1,3})\.\d{1,3}\.\d{1,3}$/.exec(host)
  if (parts === null) return privateNames.test(host) || (!host.includes('.') && !host.includes('%'))
  const [a, b] = [Number(parts[1]), Number(parts[2])]
  return (
    a === 0 ||
    a === 10 ||
    a === 127 ||
    (a === 172 && b >= 16 && b <= 31) ||
    (a === 192 && b === 168) ||
    (a === 169 && b === 254) ||
    (a === 100 && b >= 64 && b <= 127)
  )
}

/** True if two hosts probably belong to the same sender: equal in their last two labels, or three under a short one. */
export function sameSite(one: string, other: string): boolean {
  return siteOf(one) === siteOf(other)
}

// Without the public suffix list: co.uk and com.br are recognized by their short second label.
function siteOf(host: string): string {
  const names = host.split('.')
  const second = names.at(-2) ?? ''
  return names.slice(second.length <= 3 && names.length > 2 && (names.at(-1) ?? '').length === 2 ? -3 : -2).join('.')
}
