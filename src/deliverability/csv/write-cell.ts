/**
 * Writes a CSV cell (RFC 4180); empty for null and undefined. Text that starts like a formula gets an apostrophe, because a
 * spreadsheet would execute it (OWASP, CSV injection).
 */
export function writeCell(value: string | number | boolean | null | undefined): string {
  if (value === null || value === undefined) return ''
  if (typeof value !== 'string') return String(value)
  const text = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
