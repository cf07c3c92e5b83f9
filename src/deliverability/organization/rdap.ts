/** Registration data of a domain. Most registries hide the registrant. */
export interface Registration {
  /** Unix milliseconds. */
  readonly registeredAt?: number
  /** Name of the registrant. */
  readonly organization?: string
}

/** RDAP servers by domain suffix (RFC 9224), without those that have no HTTPS URL. */
export function readBootstrap(text: string): ReadonlyMap<string, string> {
  const servers = new Map<string, string>()
  for (const service of listOf(memberOf(parsed(text), 'services'))) {
    const [names, urls] = listOf(service)
    const url = listOf(urls).find((each) => typeof each === 'string' && each.startsWith('https://'))
    if (typeof url !== 'string') continue
    for (const name of listOf(names)) if (typeof name === 'string') servers.set(name.toLowerCase(), url)
  }
  return servers
}

/** The server with the longest matching suffix (RFC 9224 4). */
export function serverFor(domain: string, servers: ReadonlyMap<string, string>): string | undefined {
  const labels = domain.split('.')
  return labels.map((_label, from) => servers.get(labels.slice(from).join('.'))).find((server) => server !== undefined)
}

/** Parses an RDAP domain response (RFC 9083 5.3); undefined if it is none. */
export function readRegistration(text: string): Registration | undefined {
  const answer = parsed(text)
  if (memberOf(answer, 'objectClassName') !== 'domain') return undefined
  // RFC 9083 10.2.3: the owner may have changed with a reregistration, so the latest date counts.
  const dates = listOf(memberOf(answer, 'events'))
    .filter((each) => /^re-?registration$|^registration$/.test(String(memberOf(each, 'eventAction'))))
    .map((each) => Date.parse(String(memberOf(each, 'eventDate'))))
  const registeredAt = Math.max(...dates.filter(Number.isFinite))
  const registrant = listOf(memberOf(answer, 'entities')).find((each) =>
    listOf(memberOf(each, 'roles')).includes('registrant'),
  )
  const organization = organizationOf(registrant)
  return {
    ...(Number.isFinite(registeredAt) ? { registeredAt } : {}),
    ...(organization === undefined ? {} : { organization }),
  }
}

const maxNameLength = 120
/** Placeholders of a hidden registrant. */
const hidden = /redacted|privacy|private|whois|proxy|not disclosed|withheld|protect/i

// jCard (RFC 7095): rows of name, parameters, type and value. `fn` may be a person and is not used.
function organizationOf(entity: unknown): string | undefined {
  const [, rows] = listOf(memberOf(entity, 'vcardArray'))
  const row = listOf(rows).find((each) => listOf(each)[0] === 'org')
  const value = listOf(row)[3]
  const name: unknown = Array.isArray(value) ? value[0] : value
  if (typeof name !== 'string' || name.trim() === '' || hidden.test(name)) return undefined
  return name
    .replaceAll(/[\p{Cc}\p{Cf}\p{Cs}\s]+/gu, ' ')
    .trim()
    .slice(0, maxNameLength)
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}

function memberOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, name)
    ? (value as Record<string, unknown>)[name]
    : undefined
}
