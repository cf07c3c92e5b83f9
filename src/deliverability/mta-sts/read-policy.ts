/** A policy of RFC 8461 3.2. */
export interface StsPolicy {
  readonly mode: 'enforce' | 'testing' | 'none'
  readonly maxAgeSeconds: number
  /** Patterns of mail hosts. */
  readonly mx: readonly string[]
}

const maxAge = 31_557_600

/** Returns a problem if the policy file is invalid. */
export function readPolicy(text: string): StsPolicy | { problem: string } {
  const lines = text.split(/\r?\n/).filter((line) => line.trim() !== '')
  const fields = lines.map((line) => /^([a-z_]{1,40})[ \t]*:(.*)$/i.exec(line))
  if (fields.includes(null)) return { problem: 'a line is not a “key: value” pair' }
  const all = fields.map((match) => [match?.[1]?.toLowerCase() ?? '', match?.[2]?.trim() ?? ''] as const)
  const valueOf = (name: string) => all.find(([key]) => key === name)?.[1]
  if (all[0]?.[0] !== 'version' || all[0][1] !== 'STSv1') return { problem: 'it does not start with “version: STSv1”' }
  const mode = valueOf('mode')
  if (mode !== 'enforce' && mode !== 'testing' && mode !== 'none')
    return { problem: 'mode is not enforce, testing or none' }
  const age = valueOf('max_age') ?? ''
  if (!/^\d{1,10}$/.test(age) || Number(age) > maxAge)
    return { problem: `max_age is not a number of seconds up to ${maxAge}` }
  const mx = all.filter(([name]) => name === 'mx').map(([, value]) => value.toLowerCase())
  const bad = mx.find((pattern) => !/^(?:\*\.)?(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.)+[a-z0-9-]+$/.test(pattern))
  if (bad !== undefined) return { problem: `mx: “${bad.slice(0, 60)}” is not a host name` }
  if (mx.length === 0 && mode !== 'none') return { problem: 'it lists no mail host' }
  return { mode, maxAgeSeconds: Number(age), mx }
}

/** `*.` matches one label (RFC 8461 4.1). */
export function matchesMx(host: string, patterns: readonly string[]): boolean {
  const above = host.slice(host.indexOf('.') + 1)
  return patterns.some((pattern) => (pattern.startsWith('*.') ? pattern.slice(2) === above : pattern === host))
}
