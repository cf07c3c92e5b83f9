import { isRecord } from './reading.ts'

const defaults = {
  meta: { title: 'Untitled', lang: 'en' },
  theme: { colors: {}, fonts: {} },
  body: { width: 600, breakpoint: 480 },
}

/** Completes what a document need not say. What is there stays, wrong or right. */
export function withDefaults(input: Record<string, unknown>): Record<string, unknown> {
  let document = input
  for (const [key, values] of Object.entries(defaults)) {
    const given = document[key] ?? {}
    const completed = isRecord(given) ? completeWith(given, values) : given
    if (completed !== document[key]) document = { ...document, [key]: completed }
  }
  if (document['fields'] === undefined) document = { ...document, fields: [] }
  if (document['rows'] === undefined) document = { ...document, rows: [] }
  return withPlainColors(document)
}

function completeWith(given: Record<string, unknown>, values: object): Record<string, unknown> {
  const missing = Object.entries(values).filter(([key]) => given[key] === undefined)
  return missing.length === 0 ? given : { ...Object.fromEntries(missing), ...omitUndefined(given) }
}

function omitUndefined(given: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined))
}

// A theme color may be written as one color for both schemes.
function withPlainColors(document: Record<string, unknown>): Record<string, unknown> {
  const theme = document['theme']
  const colors = isRecord(theme) ? theme['colors'] : undefined
  if (!isRecord(theme) || !isRecord(colors) || !Object.values(colors).some((one) => typeof one === 'string'))
    return document
  const entries = Object.entries(colors).map(([name, one]) => [name, typeof one === 'string' ? { light: one } : one])
  return { ...document, theme: { ...theme, colors: Object.fromEntries(entries) as Record<string, unknown> } }
}
