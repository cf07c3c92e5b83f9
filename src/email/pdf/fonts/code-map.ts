/** The CMap that leads from each code to the number of a glyph (ISO 32000-2, 9.7.5.4); `numbers` by code. */
export function codeMap(numbers: readonly number[]): string {
  const blocks: string[] = []
  for (let at = 0; at < numbers.length; at += 100) {
    const some = numbers.slice(at, at + 100)
    blocks.push(`${some.length} begincidchar`)
    for (const [index, number] of some.entries()) blocks.push(`<${hex(at + index)}> ${number}`)
    blocks.push('endcidchar')
  }
  return [
    '/CIDInit /ProcSet findresource begin',
    '12 dict begin',
    'begincmap',
    '/CIDSystemInfo << /Registry (Adobe) /Ordering (Identity) /Supplement 0 >> def',
    '/CMapName /Codes def',
    '/CMapType 1 def',
    '1 begincodespacerange',
    '<0000> <ffff>',
    'endcodespacerange',
    ...blocks,
    'endcmap',
    'CMapName currentdict /CMap defineresource pop',
    'end',
    'end',
  ].join('\n')
}

/** The CMap that says for which letters each code stands (ISO 32000-2, 9.10.3); `texts` by code, some without any. */
export function toUnicode(texts: readonly string[]): string {
  const entries = texts.flatMap((text, code) => (text === '' ? [] : [`<${hex(code)}> <${utf16(text)}>`]))
  const blocks: string[] = []
  // A block has at most a hundred entries.
  for (let at = 0; at < entries.length; at += 100) {
    const some = entries.slice(at, at + 100)
    blocks.push(`${some.length} beginbfchar`, ...some, 'endbfchar')
  }
  return [
    '/CIDInit /ProcSet findresource begin',
    '12 dict begin',
    'begincmap',
    '/CIDSystemInfo << /Registry (Adobe) /Ordering (UCS) /Supplement 0 >> def',
    '/CMapName /Adobe-Identity-UCS def',
    '/CMapType 2 def',
    '1 begincodespacerange',
    '<0000> <ffff>',
    'endcodespacerange',
    ...blocks,
    'endcmap',
    'CMapName currentdict /CMap defineresource pop',
    'end',
    'end',
  ].join('\n')
}

/** Four digits of a code. */
export function hex(code: number): string {
  return code.toString(16).padStart(4, '0')
}

function utf16(text: string): string {
  let digits = ''
  for (let at = 0; at < text.length; at++) digits += hex(text.charCodeAt(at))
  return digits
}
