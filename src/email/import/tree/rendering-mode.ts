/** Quirks mode, limited quirks mode (only images in lines differ), or standards mode (HTML 13.2.6.4.1). */
export type RenderingMode = 'quirks' | 'limited' | 'standards'

/** What may precede a doctype: template tags, an XML declaration and comments. */
const before = /^[\s\uf8f0\ue000-\uefff]*(?:<\?xml[^>]*>\s*)?(?:<!--(?:[^-]|-(?!->))*-->\s*)*/
const doctype = /^<!doctype\s+html\b\s*(?:public\s*["']([^"'>]*)["']\s*(["'])?)?/i

/** The mode that the doctype at the start of a page selects; quirks mode without one. */
export function readRenderingMode(source: string): RenderingMode {
  const start = source.slice(0, 2000)
  const match = doctype.exec(start.slice(before.exec(start)?.[0].length ?? 0))
  if (match === null) return 'quirks'
  const name = (match[1] ?? '').toLowerCase()
  const hasSystemId = match[2] !== undefined
  if (/ html [23]\b/.test(name)) return 'quirks'
  if (/ html 4\.0 (?:transitional|frameset)/.test(name)) return 'quirks'
  if (/ html 4\.01 (?:transitional|frameset)/.test(name)) return hasSystemId ? 'limited' : 'quirks'
  return / xhtml 1\.0 (?:transitional|frameset)/.test(name) ? 'limited' : 'standards'
}
