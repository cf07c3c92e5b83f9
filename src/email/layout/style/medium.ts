/** What a page is shown on. */
export interface Medium {
  /** Width of the window in px. */
  width: number
  scheme: 'light' | 'dark'
}

/** True if a media query list holds; a feature that is not known does not. */
export function holds(query: string, medium: Medium): boolean {
  return query
    .toLowerCase()
    .split(',')
    .some((one) => holdsOne(one.trim(), medium))
}

function holdsOne(query: string, medium: Medium): boolean {
  if (query === '') return true
  return query
    .replace(/^only\s+/, '')
    .split(/(?<!\s)\s+and\s+/)
    .every((part) => holdsPart(part.trim(), medium))
}

function holdsPart(part: string, { width, scheme }: Medium): boolean {
  if (part === 'screen' || part === 'all') return true
  const [, name = '', given = ''] = /^\(\s*([a-z-]+)\s*(?::([^)]*))?\)$/.exec(part) ?? []
  const value = given.trim()
  const pixels = /^(?:\d+(?:\.\d+)?|\.\d+)px$/.test(value) ? Number.parseFloat(value) : Number.NaN
  if (name === 'max-width' || name === 'max-device-width') return width <= pixels
  if (name === 'min-width' || name === 'min-device-width') return width >= pixels
  return name === 'prefers-color-scheme' && value === scheme
}
