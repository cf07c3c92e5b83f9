const letters = 'abcdefghijklmnopqrstuvwxyz'
const digits = '0123456789'

const consonants = 'bdfgklmnprstvz'
const vowels = 'aeiou'

/**
 * An unguessable local part that no mailbox has: three letters, then seventeen letters and digits. Takes 20 random bytes.
 */
export function randomLocal(random: Uint8Array): string {
  const head = Array.from({ length: 3 }, (_, index) => pick(letters, random[index]))
  const tail = Array.from({ length: 17 }, (_, index) => pick(letters + digits, random[index + 3]))
  return [...head, ...tail].join('')
}

/** How a local part is built: `.`, `_` or `-` between its words, `9` with digits at its end, or neither. */
export type NameShape = `${'' | '.' | '_' | '-'}${'' | '9'}`

export function shapeOfLocal(local: string): NameShape {
  const [separator = ''] = /[._-]/.exec(local) ?? []
  return `${separator as '' | '.' | '_' | '-'}${/\d$/.test(local) ? '9' : ''}`
}

/**
 * An unguessable local part that reads like a name, in a shape: ten letters in five syllables, or eight with a separator or
 * digits. Servers that accept every recipient may refuse names by their shape or of more than twelve letters. Takes 12
 * random bytes.
 */
export function randomName(random: Uint8Array, shape: NameShape = ''): string {
  const count = shape === '' ? 10 : 8
  const name = Array.from({ length: count }, (_, index) => pick(index % 2 === 0 ? consonants : vowels, random[index]))
  const separator = shape.replace('9', '')
  const end = shape.endsWith('9') ? [pick('123456789', random[10]), pick(digits, random[11])] : []
  return [...name.slice(0, 4), separator, ...name.slice(4), ...end].join('')
}

function pick(from: string, byte: number | undefined): string {
  return from.charAt((byte ?? 0) % from.length)
}
