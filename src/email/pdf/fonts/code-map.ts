/** CMap from codes to CIDs (ISO 32000-2, 9.7.5.4); `numbers` is indexed by code. */
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

/** ToUnicode CMap (ISO 32000-2, 9.10.3); `texts` is indexed by code, and some are empty. */
export function toUnicode(texts: readonly string[]): string {
  const entries = texts.flatMap((text, code) => (text === '' ? [] : [`<${hex(code)}> <${utf16(text)}>`]))
  const blocks: string[] = []
  // A block has at most 100 entries.
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

/** Four hexadecimal digits. */
export function hex(code: number): string {
  return code.toString(16).padStart(4, '0')
}

function utf16(text: string): string {
  let digits = ''
  for (let at = 0; at < text.length; at++) digits += hex(text.charCodeAt(at))
  return digits
}
