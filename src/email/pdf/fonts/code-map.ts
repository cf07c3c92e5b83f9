import { hex } from './to-unicode.ts'

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
