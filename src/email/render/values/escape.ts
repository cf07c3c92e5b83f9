const special = /[&<>"\0]/
const specials = /[&<>"\0]/g
const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', '\0': '' }
const textSpecial = /[&<>\0]/
const textSpecials = /[&<>\0]/g

/** Text for between tags. NUL is dropped, because HTML cannot carry it. */
export function escapeText(text: string): string {
  return textSpecial.test(text) ? text.replace(textSpecials, (c) => entities[c] ?? c) : text
}

/** Text for inside a double-quoted attribute. */
export function escapeAttribute(text: string): string {
  return special.test(text) ? text.replace(specials, (c) => entities[c] ?? c) : text
}

/**
 * Another system's own markers, such as `<% if %>` or `*|IF:X|*`, between our tags: kept as written, except that no
 * HTML tag, comment or declaration can begin in them, and no comment that Outlook alone reads can end.
 */
export function escapeMarker(text: string): string {
  const opened = text.includes('<') ? text.replace(/<(?=[A-Za-z/!?])/g, '&lt;') : text
  return opened.includes('--') ? opened.replace(/--(!?)>/g, '--$1&gt;') : opened
}
