const letters = 'abcdefghijklmnopqrstuvwxyz'
const digits = '0123456789'

/**
 * An unguessable local part that no mailbox has: three letters, then seventeen letters and digits. Takes 20 random bytes.
 */
export function randomLocal(random: Uint8Array): string {
  const head = Array.from({ length: 3 }, (_, index) => pick(letters, random[index]))
  const tail = Array.from({ length: 17 }, (_, index) => pick(letters + digits, random[index + 3]))
  return [...head, ...tail].join('')
}

const consonants = 'bdfgklmnprstvz'
const vowels = 'aeiou'

/**
 * An unguessable local part that reads like a name: ten letters in five syllables. Servers that accept every recipient may
 * refuse names with digits or of more than twelve letters. Takes 10 random bytes.
 */
export function randomName(random: Uint8Array): string {
  return Array.from({ length: 10 }, (_, index) => pick(index % 2 === 0 ? consonants : vowels, random[index])).join('')
}

function pick(from: string, byte: number | undefined): string {
  return from.charAt((byte ?? 0) % from.length)
}
