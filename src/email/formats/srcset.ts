import { type ImageRange, percentEncode } from './image-range.ts'

const space = /[\t\n\f\r ]/

/** The addresses of a `srcset` value, read as browsers do (WHATWG HTML 4.8.4.2.2): an address may hold commas. */
export function imagesInSrcset(value: string): ImageRange[] {
  const ranges: ImageRange[] = []
  let at = 0
  while (at < value.length) {
    while (at < value.length && (space.test(value[at] ?? '') || value[at] === ',')) at++
    const start = at
    while (at < value.length && !space.test(value[at] ?? '')) at++
    let end = at
    while (end > start && value[end - 1] === ',') end--
    if (end === start) continue
    ranges.push({ start, end, address: value.slice(start, end), write: writeCandidate })
    if (end === at) at = skipDescriptors(value, at)
  }
  return ranges
}

// Up to the comma that ends the candidate; commas inside parentheses belong to a descriptor.
function skipDescriptors(value: string, from: number): number {
  let depth = 0
  for (let at = from; at < value.length; at++) {
    const character = value[at]
    if (character === '(') depth++
    else if (character === ')') depth = Math.max(0, depth - 1)
    else if (character === ',' && depth === 0) return at
  }
  return value.length
}

function writeCandidate(address: string): string {
  return percentEncode(address, /[\t\n\f\r ]|^,|(?:(?<!,)|(?<=^,)),+$/g)
}
