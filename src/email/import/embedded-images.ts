/** An image embedded in the source of an email as a data URL (RFC 2397). */
export interface WrittenImage {
  /** Range of the URL; `end` is exclusive. */
  start: number
  end: number
  /** The declared image format, such as `png`. */
  format: string
  bytes: Uint8Array
}

const opening = /data:image\/([a-z0-9.+-]{1,40})(?:;[\w.=-]{1,60}){0,4};base64,/gi

/**
 * Finds base64 images in URL positions: in quotes, in brackets or after an equals sign. Works alike in HTML, CSS, MJML and
 * JSON; skips invalid base64. Linear in the length of the source.
 */
export function findImages(source: string): WrittenImage[] {
  const found: WrittenImage[] = []
  for (const match of source.matchAll(opening)) {
    const { index: start } = match
    const from = start + match[0].length
    if (!/["'(=]\s{0,20}$/.test(source.slice(Math.max(0, start - 21), start))) continue
    const end = endOfDigits(source, from)
    const bytes = /^(?:["')\\>\s]|$)/.test(source.charAt(end)) ? bytesOf(source.slice(from, end)) : undefined
    if (bytes !== undefined) found.push({ start, end, format: (match[1] ?? '').toLowerCase(), bytes })
  }
  return found
}

/** Replaces the data URLs of images with other URLs; images without one stay. */
export function moveImages(
  source: string,
  images: readonly WrittenImage[],
  addressOf: (image: WrittenImage) => string | undefined,
): string {
  let out = ''
  let from = 0
  for (const image of images) {
    const address = addressOf(image)
    if (address === undefined) continue
    out += source.slice(from, image.start) + address
    from = image.end
  }
  return out + source.slice(from)
}

// Base64 digits may continue on the next line; a space ends them.
function endOfDigits(source: string, from: number): number {
  let at = from
  let end = from
  while (at < source.length) {
    while (isDigit(source.charCodeAt(at))) at++
    end = at
    let next = at
    while (isSpace(source.charCodeAt(next))) next++
    const isBroken = next > at && /[\n\r]/.test(source.slice(at, next)) && isDigit(source.charCodeAt(next))
    if (!isBroken) return end
    at = next
  }
  return end
}

function isDigit(code: number): boolean {
  return (
    (code >= 97 && code <= 122) ||
    (code >= 65 && code <= 90) ||
    (code >= 47 && code <= 57) ||
    code === 43 ||
    code === 61
  )
}

function isSpace(code: number): boolean {
  return code === 32 || code === 9 || code === 10 || code === 13
}

function bytesOf(base64: string): Uint8Array | undefined {
  try {
    const bytes = Uint8Array.fromBase64(base64)
    return bytes.length === 0 ? undefined : bytes
  } catch {
    return undefined
  }
}
