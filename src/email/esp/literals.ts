import type { Provider } from './provider.ts'

/** Velocity reads its directives wherever they stand. */
const directive = /#(?:if|else|elseif|foreach|end|set|define|macro|include|parse|break|stop|evaluate)\b/

/**
 * Text of HTML in which the provider finds no tag: what would open one stands there as a character reference. Whole tags of
 * the provider stay, for people write them so; `kept` hears of each. Two braces are never meant so: they are tags of ours.
 */
export function hideOpenings(html: string, provider: Provider, kept: (tag: string) => void): string {
  const openings = openingsOf(provider)
  const tag = wholeTag(provider)
  // `#` and `&` of a reference that is there already are no openings.
  const found = new RegExp(`${tag === undefined ? '' : `(${tag})|`}&#?\\w+;|[^\\w\\s]`, 'g')
  return html.replace(found, (all, whole: unknown) => {
    if (tag !== undefined && typeof whole === 'string') kept(all)
    else if (all.length === 1 && openings.has(all)) return `&#${all.charCodeAt(0)};`
    return all
  })
}

/** What of a plain text the provider would take for a tag; undefined when there is nothing. */
export function markerIn(text: string, { family, field }: Provider): string | undefined {
  if (family === 'marketo-token') {
    const found = directive.exec(text)
    if (found !== null) return found[0]
  }
  if (family === 'liquid' || family === 'jinja') return /\{[{%#]/.exec(text)?.[0]
  const [opening = ''] = field.split('{NAME}')
  const marker = /^[^\w\s]{2,}/.exec(opening)?.[0]
  return marker !== undefined && text.includes(marker) ? marker : undefined
}

/** The characters that its tags begin with. */
function openingsOf({ condition, family, field, id, loop }: Provider): Set<string> {
  const patterns = [field, condition?.exists, condition?.equals, loop?.open]
  const openings = new Set(patterns.map((pattern) => pattern?.[0] ?? '').filter((first) => /[^\w\s<]/.test(first)))
  return family === 'marketo-token' || id === 'yespo' ? openings.add('#') : openings
}

/** A whole tag of the provider, as a regular expression without groups. */
function wholeTag({ field: usual, fieldInAttribute: field = usual }: Provider): string | undefined {
  const [before = '', after = ''] = field.split('{NAME}').map((part) => part.replace(/[^\w\s]/g, '\\$&'))
  if (field.startsWith('{{') || field.startsWith('<') || before === '' || after === '') return undefined
  const isLong = /^[^\w\s]{2}/.test(field)
  return `${before}[\\w:.$!${isLong ? ' ' : ''}-]{1,60}${after}`
}
