const plain = /^\d+$/
const grouped = /^\d{1,3}(?:[\s,.’']\d{3})+$/

/**
 * The whole number that was typed, also with separators of thousands; null for nothing. Other text stays as it is: the API
 * refuses it and names the field.
 */
export function typedCount(text: string): number | string | null {
  const typed = text.trim()
  if (typed === '') return null
  return plain.test(typed) || grouped.test(typed) ? Number(typed.replaceAll(/\D/g, '')) : typed
}
