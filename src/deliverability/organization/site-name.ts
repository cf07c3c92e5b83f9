/** Maximum number of characters of a page that are read. */
const maxRead = 300_000
const maxNameLength = 120
/** Maximum number of characters of one structured data element, and of one meta tag. */
const maxStructured = 50_000
const maxTag = 1000

/**
 * The name of the organization on a page: from structured data (an Organization of schema.org), otherwise from
 * `og:site_name`. Undefined if there is none.
 */
export function readSiteName(html: string): string | undefined {
  const page = html.slice(0, maxRead)
  return cleaned(structuredName(page)) ?? cleaned(metaName(page))
}

function structuredName(page: string): string | undefined {
  for (const [, attributes = '', text = ''] of page.matchAll(/<script([^<>]*)>([^<]*)/gi)) {
    if (!/application\/ld\+json/i.test(attributes) || text.length > maxStructured) continue
    const name = nameIn(parsed(text), 0)
    if (name !== undefined) return name
  }
  return undefined
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const organizations = new Set(['Organization', 'Corporation', 'LocalBusiness', 'NGO', 'EducationalOrganization'])
const maxDepth = 5

function nameIn(data: unknown, depth: number): string | undefined {
  if (typeof data !== 'object' || data === null || depth > maxDepth) return undefined
  if ('@type' in data && 'name' in data && typeof data.name === 'string') {
    const types: unknown[] = Array.isArray(data['@type']) ? data['@type'] : [data['@type']]
    if (types.some((type) => typeof type === 'string' && organizations.has(type))) return data.name
  }
  for (const each of Object.values(data)) {
    const name = nameIn(each, depth + 1)
    if (name !== undefined) return name
  }
  return undefined
}

function metaName(page: string): string | undefined {
  for (const [tag] of page.matchAll(/<meta\s[^<>]+>/gi)) {
    if (tag.length > maxTag || !/(?:property|name)\s*=\s*["']?og:site_name["'\s/>]/i.test(tag)) continue
    const [, , content] = /content\s*=\s*(["'])(.*?)\1/is.exec(tag) ?? []
    if (content !== undefined) return content
  }
  return undefined
}

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' }

function cleaned(text: string | undefined): string | undefined {
  const plain = text
    ?.replaceAll(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z]{2,5}));/gi, (whole, decimal, hex, name) => {
      const code = decimal === undefined ? Number.parseInt(hex ?? '', 16) : Number(decimal)
      if (name !== undefined) return entities[name.toLowerCase()] ?? whole
      return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : ''
    })
    .replaceAll(/[\p{Cc}\p{Cf}\p{Cs}\s]+/gu, ' ')
    .trim()
  return plain === undefined || plain === '' ? undefined : plain.slice(0, maxNameLength)
}
