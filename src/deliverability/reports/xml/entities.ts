const named: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }
const reference = /&(?:#(\d{1,7})|#[xX]([0-9a-fA-F]{1,6})|(amp|lt|gt|quot|apos));|&/g

/** Decodes the references that XML defines; others are kept as text, and `onBare` is called for each. */
export function decodeReferences(text: string, onBare: () => void): string {
  return text.replaceAll(reference, (whole, decimal?: string, hexadecimal?: string, name?: string) => {
    if (name !== undefined) return named[name] ?? whole
    const code = decimal === undefined ? Number.parseInt(hexadecimal ?? '', 16) : Number(decimal)
    const isCharacter = code > 31 ? code <= 0x10ffff && (code < 0xd800 || code > 0xdfff) : [9, 10, 13].includes(code)
    if (isCharacter) return String.fromCodePoint(code)
    onBare()
    // A reference to a control character is dropped, as the character itself.
    return decimal === undefined && hexadecimal === undefined ? whole : ''
  })
}
