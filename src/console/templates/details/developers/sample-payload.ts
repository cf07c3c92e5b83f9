import type { FieldDeclaration } from '../../../api/index.ts'
import type { Json } from '../../../programs/literals.ts'

type Payload = { [name: string]: Json }

const samples: Readonly<Record<string, Json>> = {
  string: 'text',
  number: 1,
  boolean: true,
  date: '2026-01-31T09:00:00Z',
  url: 'https://example.com/',
  image: 'https://example.com/image.png',
  list: [],
  object: {},
}

/** Data with a value for each declared variable: its sample, its default, or one of its type. */
export function samplePayload(fields: readonly FieldDeclaration[]): Payload {
  const payload: Payload = {}
  for (const { default: standard, path, sample, type } of fields)
    // Samples and defaults come from a JSON response.
    setAt(payload, path.split('.'), (sample ?? standard ?? samples[type] ?? '') as Json)
  return payload
}

function setAt(target: Payload, names: readonly string[], value: Json): void {
  const [name = '', ...rest] = names
  if (rest.length === 0) {
    // The members of an object may precede it.
    if (!isObject(target[name])) target[name] = value
    return
  }
  const next = target[name]
  const child: Payload = isObject(next) ? next : {}
  target[name] = child
  setAt(child, rest, value)
}

function isObject(value: unknown): value is Payload {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
