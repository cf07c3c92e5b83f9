export interface HeaderField {
  readonly name: string
  readonly value: string
}

const maxFields = 200
const maxField = 4096

/** Unfolded fields up to the first blank line (RFC 5322 2.2); lines that are no field are ignored. */
export function readFields(text: string): HeaderField[] {
  const fields: { name: string; value: string }[] = []
  let hasFields = false
  for (const line of text.split(/\r?\n/)) {
    if (line === '') {
      // Some reporters begin with blank lines.
      if (hasFields) break
      continue
    }
    const last = fields.at(-1)
    if (/^[ \t]/.test(line) && last !== undefined) {
      if (last.value.length < maxField) last.value = `${last.value} ${line.trim()}`.slice(0, maxField)
      continue
    }
    const [, name, value = ''] = /^([!-9;-~]{1,100})[ \t]{0,10}:(.*)$/.exec(line) ?? []
    if (name === undefined) continue
    hasFields = true
    if (fields.length < maxFields) fields.push({ name, value: value.trim().slice(0, maxField) })
  }
  return fields
}

/** The first field of that name; null if it is missing or empty. */
export function fieldOf(fields: readonly HeaderField[], name: string): string | null {
  const lower = name.toLowerCase()
  const value = fields.find((field) => field.name.toLowerCase() === lower)?.value ?? ''
  return value === '' ? null : value
}

/** A domain or email address in angle brackets, or as it is; null if it is empty. */
export function unbracket(value: string | null): string | null {
  if (value === null) return null
  const start = value.lastIndexOf('<')
  const end = value.indexOf('>', start)
  const inner = start === -1 || end === -1 ? value : value.slice(start + 1, end)
  return inner.trim() === '' ? null : inner.trim()
}
