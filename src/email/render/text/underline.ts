import { columnsOf } from './columns.ts'

/** A heading: levels 1 and 2 are underlined as wide as their longest line; not by hyphens, which announce signatures. */
export function underline(text: string, level: number): string {
  if (text === '' || level > 2) return text
  const maxLength = Math.max(...text.split('\n').map(columnsOf))
  return `${text}\n${(level === 1 ? '=' : '~').repeat(maxLength)}`
}
