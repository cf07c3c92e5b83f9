/** 32-bit FNV-1a with a final mix, for even distribution. */
export function hash(text: string): number {
  let value = 0x811c9dc5
  for (let at = 0; at < text.length; at++) value = Math.imul(value ^ text.charCodeAt(at), 0x01000193)
  value ^= value >>> 16
  return (Math.imul(value, 0x45d9f3b) ^ (value >>> 15)) >>> 0
}
