/**
 * Mustachio, the engine of Postmark, as its source defines it (ActiveCampaign/mustachio: Tokenizer.cs, Parser.cs,
 * ContextObject.cs): every section has the scope of its value, inverted ones too, and `../` goes up one member of the path by
 * which a scope was reached, or from an item to its list. A section that was reached by `../` has no way back down.
 */

/** A value with the way to it. */
interface Scope {
  value: unknown
  parent?: Scope
}
type Part = (scope: Scope) => string

const invalidPath = /\.{3,}|[^\w./]|(?<!\.\.)\/|\.{2,}(?:$|[^/])/

/** Renders a template; throws for one that Postmark would refuse. */
export function renderMustachio(template: string, data: Record<string, unknown>): string {
  const tokens = template.split(/(\{\{\{[^{}]+?\}\}\}|\{\{[^{}]+?\}\})/)
  const parts = readParts(tokens)
  if (tokens.length > 0) throw new Error('a section is closed that was not opened')
  return renderParts(parts, { value: data })
}

/** Reads up to the end of the section `name`. */
function readParts(tokens: string[], name?: string): Part[] {
  const parts: Part[] = []
  for (let token = tokens.shift(); token !== undefined; token = tokens.shift()) {
    const inside = /^\{\{\{?([^{}]+?)\}?\}\}$/.exec(token)?.[1]?.trim()
    if (inside === undefined) parts.push(constant(token))
    else if (inside.startsWith('/')) {
      if (inside.slice(1).trim() !== name) throw new Error(`${token} closes ${String(name)}`)
      return parts
    } else parts.push(readTag(inside, token.startsWith('{{{'), tokens))
  }
  if (name !== undefined) throw new Error(`${name} is not closed`)
  return parts
}

const constant =
  (text: string): Part =>
  () =>
    text

function readTag(inside: string, isRaw: boolean, tokens: string[]): Part {
  const [, kind = '', given = ''] = /^(#each\s|[#^!&]?)(.*)$/s.exec(inside) ?? []
  const path = given.trim()
  if (kind === '!') return constant('')
  // What Postmark fills itself.
  if (path.startsWith('pm:')) return constant('')
  if (path === '' || invalidPath.test(path)) throw new Error(`the path ${path} is not valid`)
  if (kind === '' || kind === '&') {
    return (scope) => {
      const { value } = reach(scope, path)
      const text = value === null || value === undefined || typeof value === 'object' ? '' : String(value)
      return isRaw || kind === '&' ? text : escape(text)
    }
  }
  const isLoop = kind.startsWith('#each')
  const parts = readParts(tokens, isLoop ? 'each' : path)
  if (!isLoop) {
    return (scope) => {
      const inner = reach(scope, path)
      return exists(inner.value) === (kind === '#') ? renderParts(parts, inner) : ''
    }
  }
  return (scope) => {
    const list = reach(scope, path)
    if (!exists(list.value)) return ''
    if (!Array.isArray(list.value)) throw new Error(`${path} is no list`)
    return list.value.map((value: unknown) => renderParts(parts, { value, parent: list })).join('')
  }
}

function renderParts(parts: readonly Part[], scope: Scope): string {
  return parts.map((part) => part(scope)).join('')
}

/** The scope at a path; its value is undefined where there is none. */
function reach(scope: Scope, path: string): Scope {
  return (path.match(/\.\.\/|[^./]+/g) ?? []).reduce<Scope>((at, step) => {
    if (step === '../') return at.parent ?? at
    const { value } = at
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value)
    return { value: isObject && Object.hasOwn(value, step) ? value[step as keyof typeof value] : undefined, parent: at }
  }, scope)
}

function exists(value: unknown): boolean {
  if (typeof value === 'object' && value !== null) return Object.keys(value).length > 0
  return Boolean(value)
}

function escape(text: string): string {
  const signs: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
  return text.replace(/[&<>"']/g, (sign) => signs[sign] ?? sign)
}
