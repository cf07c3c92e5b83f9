const letters = 'abcdefghijklmnopqrstuvwxyz'
const digits = '0123456789'

/**
 * An unguessable local part that no mailbox has: three letters, then seventeen letters and digits. Takes 20 random bytes.
 */
export function randomLocal(random: Uint8Array): string {
  const pick = (from: string, byte: number | undefined) => from.charAt((byte ?? 0) % from.length)
  const head = Array.from({ length: 3 }, (_, index) => pick(letters, random[index]))
  const tail = Array.from({ length: 17 }, (_, index) => pick(letters + digits, random[index + 3]))
  return [...head, ...tail].join('')
}
