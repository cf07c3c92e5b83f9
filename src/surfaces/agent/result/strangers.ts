import { limits } from '../../../kernel/limits.ts'

/**
 * Text of third parties reaches a model through results: SMTP replies, DNS records, registries, HTML of emails. It is data,
 * so it must not pass as an instruction: control and bidirectional characters are removed, it is shortened, and it is
 * enclosed in marks that it cannot contain itself.
 */
export const marks = { open: '⟪', close: '⟫' } as const

/** Members with sentences of the service itself, which contain no text of third parties. */
const own = new Set(['why', 'fix', 'meaning', 'note', 'next_step'])

/** A copy of a JSON value in which text of third parties is marked; texts are cut to `maxLength` characters. */
export function markStrangers(value: unknown, maxLength: number = limits.agentTextLength): unknown {
  return marked(value, '', maxLength)
}

function marked(value: unknown, member: string, maxLength: number): unknown {
  if (typeof value === 'string') return markText(value, member, maxLength)
  if (Array.isArray(value)) return value.map((item: unknown) => marked(item, member, maxLength))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [
      cleanText(name).slice(0, maxNameLength),
      marked(item, name, maxLength),
    ]),
  )
}

function markText(text: string, member: string, maxLength: number): string {
  const clean = cleanText(text)
  const short = shorten(clean, maxLength)
  // Codes, ids, email addresses and host names have no spaces.
  return own.has(member) || !/\s/.test(clean) ? short : `${marks.open}${short}${marks.close}`
}

const maxNameLength = 100

/** Cuts between code points, and names what is missing. */
function shorten(text: string, maxLength: number): string {
  if (text.length <= maxLength) return text
  const end = /[\ud800-\udbff]/.test(text.charAt(maxLength - 1)) ? maxLength - 1 : maxLength
  return `${text.slice(0, end)}… (${text.length - end} more characters)`
}

/**
 * Without C0 and C1 controls, format characters (bidirectional, zero width), code points that Unicode lets renderers ignore
 * (tags, variation selectors, fillers), private use, lone surrogates and the marks; line breaks become spaces.
 */
export function cleanText(text: string): string {
  return text.replace(/[\t\n\r\u2028\u2029]+/g, ' ').replace(hidden, '')
}

const hidden = /[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Default_Ignorable_Code_Point}⟪⟫]/gu
