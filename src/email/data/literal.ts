/** A Liquid literal, and the index of its end. */
export interface Literal {
  value: string | number | boolean | null
  end: number
}

const numberLiteral = /-?\d+(?:\.\d+)?/y
const wordLiteral = /(?:true|false|nil|null)(?![\p{L}\p{N}_.[-])/uy

/** Parses a string, number, true, false or nil at `index`; undefined if there is none. */
export function readLiteral(source: string, index: number): Literal | undefined {
  const quote = source[index]
  if (quote === '"' || quote === "'") return readText(source, index, quote)
  numberLiteral.lastIndex = index
  const digits = numberLiteral.exec(source)?.[0]
  if (digits !== undefined) return { value: Number(digits), end: index + digits.length }
  wordLiteral.lastIndex = index
  const word = wordLiteral.exec(source)?.[0]
  if (word === undefined) return undefined
  const value = word === 'true' ? true : word === 'false' ? false : null
  return { value, end: index + word.length }
}

/** readLiteral returns the same value. Escapes only text that contains both quotes or a backslash. */
export function printLiteral(value: string | number | boolean | null): string {
  if (value === null) return 'nil'
  if (typeof value === 'number') return Number.isFinite(value) ? plainNumber(value) : '0'
  if (typeof value === 'boolean') return String(value)
  const quote = value.includes('"') && !value.includes("'") ? "'" : '"'
  const escaped = value.replace(quote === '"' ? /["\\]/g : /\\/g, '\\$&')
  return `${quote}${escaped}${quote}`
}

function readText(source: string, index: number, quote: string): Literal | undefined {
  let value = ''
  for (let at = index + 1; at < source.length; at++) {
    const char = source[at]
    if (char === quote) return { value, end: at + 1 }
    const next = source[at + 1]
    const escapes = char === '\\' && (next === '"' || next === "'" || next === '\\')
    value += escapes ? next : char
    if (escapes) at++
  }
  return undefined
}

// Liquid has no exponents.
function plainNumber(value: number): string {
  const text = String(value)
  return text.includes('e') ? value.toFixed(Math.abs(value) < 1 ? 20 : 0).replace(/\.?0+$/, '') : text
}
