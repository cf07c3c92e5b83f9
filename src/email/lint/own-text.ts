/**
 * The same text with memory of its own. What is cut out of a page is a view of the page, so remembering a few letters of each
 * of a thousand pages would keep a thousand pages.
 */
export function ownText(text: string): string {
  // Looked into, which makes one text of the two.
  const longer = `${text}\0`
  return longer.slice(0, longer.indexOf('\0', text.length))
}
