/**
 * True if a local part looks random: seven consonants in a row, or alternating letters and digits. Always false for scripts
 * other than Latin.
 */
export function isGibberish(local: string): boolean {
  const name = local.toLowerCase().split('+')[0] ?? ''
  const turns = name.match(/[a-z](?=[0-9])|[0-9](?=[a-z])/g)?.length ?? 0
  return /[bcdfghjklmnpqrstvwxz]{7}/.test(name) || (name.length >= 10 && turns >= 5)
}
