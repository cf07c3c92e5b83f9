/**
 * A value as a cell of CSV (RFC 4180); empty for null and undefined. Text that begins like a formula is one to a spreadsheet:
 * an apostrophe makes it text (OWASP, CSV injection).
 */
export function writeCell(value: string | number | boolean | null | undefined): string {
  if (value === null || value === undefined) return ''
  if (typeof value !== 'string') return String(value)
  const text = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
