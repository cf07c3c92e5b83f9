/** Values of the macro letters (RFC 7208 7.2). */
export interface MacroValues {
  readonly s: string
  readonly l: string
  readonly o: string
  readonly d: string
  readonly i: string
  readonly v: string
  readonly h: string
  /** For explanations only. */
  readonly c?: string
  readonly r?: string
  readonly t?: string
  /** The validated PTR name of the client; queried only if a macro needs it. */
  p(): Promise<string>
}

const macro = /%(?:%|_|-|\{([a-z])(\d*)(r?)([.\-+,/_=]*)\})/gi
const letters = 'slodipvh'
const maxNameLength = 253

/** A macro-string (RFC 7208 7.1); explanations allow three more letters, and spaces. */
export function isMacroString(text: string, { isExplanation = false }: { isExplanation?: boolean } = {}): boolean {
  const known = isExplanation ? `${letters}crt` : letters
  let isGood = true
  const rest = text.replace(macro, (_whole, letter: string | undefined, digits: string | undefined) => {
    // RFC 7208 7.3: the number of labels must not be zero.
    const isKnown = letter === undefined || known.includes(letter.toLowerCase())
    if (!isKnown || (digits !== undefined && /^0+$/.test(digits))) isGood = false
    return ''
  })
  return isGood && (isExplanation ? /^[ -$&-~]*$/ : /^[!-$&-~]*$/).test(rest)
}

/** Expands the macros of a valid macro-string. */
export async function expandMacros(text: string, values: MacroValues): Promise<string> {
  const validated = /%\{p/i.test(text) ? await values.p() : ''
  return text.replace(
    macro,
    (whole, letter: string | undefined, digits: string, reversed: string, delimiters: string) => {
      if (letter === undefined) return { '%%': '%', '%_': ' ', '%-': '%20' }[whole] ?? ''
      const name = letter.toLowerCase() as Exclude<keyof MacroValues, 'p'> | 'p'
      const value = name === 'p' ? validated : (values[name] ?? '')
      const parts = splitAt(value, delimiters === '' ? '.' : delimiters)
      const ordered = reversed === '' ? parts : parts.toReversed()
      const kept = digits === '' ? ordered : ordered.slice(-Number(digits))
      const written = kept.join('.')
      // RFC 7208 7.3: an uppercase letter requires URL escaping.
      return letter === name ? written : escapeUri(written)
    },
  )
}

/** Expands a domain-spec; a name that is too long loses labels from the left (RFC 7208 7.3). */
export async function expandDomain(text: string, values: MacroValues): Promise<string> {
  let name = (await expandMacros(text, values)).replace(/\.$/, '').toLowerCase()
  while (name.length > maxNameLength && name.includes('.')) name = name.slice(name.indexOf('.') + 1)
  return name
}

function splitAt(value: string, delimiters: string): string[] {
  const parts: string[] = ['']
  for (const character of value) {
    if (delimiters.includes(character)) parts.push('')
    else parts[parts.length - 1] += character
  }
  return parts
}

// RFC 3986 2.3: everything except unreserved characters.
function escapeUri(text: string): string {
  return encodeURIComponent(text).replaceAll(/[!'()*]/g, (character) => `%${character.charCodeAt(0).toString(16)}`)
}
