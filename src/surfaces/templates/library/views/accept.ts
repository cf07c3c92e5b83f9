/**
 * True if the Accept header (RFC 9110 section 12.5.1) prefers HTML to JSON. Equal weights mean JSON, so that a client that
 * accepts anything receives the complete response.
 */
export function prefersHtml(accept: string | undefined): boolean {
  if (accept === undefined || !/html/i.test(accept)) return false
  return weightOf(accept, 'text', 'html') > weightOf(accept, 'application', 'json')
}

export function prefersMjml(accept: string | undefined): boolean {
  if (accept === undefined || !/mjml/i.test(accept)) return false
  return weightOf(accept, 'text', 'mjml') > weightOf(accept, 'application', 'json')
}

/** The q value of the most specific range that matches the type; 0 if none does. */
function weightOf(accept: string, type: string, subtype: string): number {
  let best = { precision: 0, weight: 0 }
  for (const part of accept.toLowerCase().split(',')) {
    const [range = '', ...parameters] = part.split(';').map((piece) => piece.trim())
    const precision = [`*/*`, `${type}/*`, `${type}/${subtype}`].indexOf(range) + 1
    if (precision <= best.precision) continue
    const quality = parameters.find((parameter) => parameter.startsWith('q='))
    const weight = quality === undefined ? 1 : Number(quality.slice(2))
    best = { precision, weight: Number.isFinite(weight) ? weight : 0 }
  }
  return best.weight
}
