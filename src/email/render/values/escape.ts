const special = /[&<>"\0]/
const specials = /[&<>"\0]/g
const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', '\0': '' }
const textSpecial = /[&<>\0]/
const textSpecials = /[&<>\0]/g

/** For text content. Drops NUL, which HTML cannot contain. */
export function escapeText(text: string): string {
  return textSpecial.test(text) ? text.replace(textSpecials, (c) => entities[c] ?? c) : text
}

/** For a double-quoted attribute. */
export function escapeAttribute(text: string): string {
  return special.test(text) ? text.replace(specials, (c) => entities[c] ?? c) : text
}

/**
 * Escapes tags of other systems, such as `<% if %>` or `*|IF:X|*`: kept as written, except that they cannot begin an
 * HTML tag, comment or declaration, nor end a conditional comment of Outlook.
 */
export function escapeMarker(text: string): string {
  const opened = text.includes('<') ? text.replace(/<(?=[A-Za-z/!?])/g, '&lt;') : text
  return opened.includes('--') ? opened.replace(/--(!?)>/g, '--$1&gt;') : opened
}
