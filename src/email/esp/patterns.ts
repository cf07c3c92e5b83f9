/** Replaces every `{KEY}` of a pattern that has a value, without escaping. */
export function fill(pattern: string, values: Readonly<Record<string, string>>): string {
  let out = pattern
  for (const key in values) {
    const placeholder = `{${key}}`
    if (out.includes(placeholder)) out = out.split(placeholder).join(values[key])
  }
  return out
}

/** The text between the delimiters that two patterns share: `contact.{NAME}` and `{ITEM}.{NAME}`. */
export function insides(field: string, item: string): { field: string; item: string } | undefined {
  const [a, b] = [bounds(field), bounds(item)]
  if (a === undefined || b === undefined) return undefined
  const start = commonLength(field.slice(0, a.first), item.slice(0, b.first), 'start')
  const end = commonLength(field.slice(a.last), item.slice(b.last), 'end')
  return { field: field.slice(start, field.length - end).trim(), item: item.slice(start, item.length - end).trim() }
}

const placeholder = /\{(?:NAME|ITEM|LIST)\}/g

function bounds(pattern: string): { first: number; last: number } | undefined {
  const found = [...pattern.matchAll(placeholder)]
  const [head, tail] = [found[0], found.at(-1)]
  return head === undefined || tail === undefined ? undefined : { first: head.index, last: tail.index + tail[0].length }
}

function commonLength(one: string, other: string, side: 'start' | 'end'): number {
  const max = Math.min(one.length, other.length)
  let length = 0
  const at = (text: string) => (side === 'start' ? text[length] : text[text.length - 1 - length])
  while (length < max && at(one) === at(other)) length++
  return length
}
