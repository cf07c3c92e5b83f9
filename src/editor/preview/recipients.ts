import { sampleData } from '../../email/data/index.ts'
import type { EmailDocument } from '../../email/document/index.ts'
import type { MergeField } from '../fields/index.ts'

/** The data of a made-up recipient: the declared samples, those the page around names, and what the person typed over them. */
export function recipientData(
  document: EmailDocument,
  fields: readonly MergeField[],
  typed: Readonly<Record<string, string>>,
): Record<string, unknown> {
  const data = structuredClone(sampleData(document.fields))
  const declared = new Set(document.fields.map(({ path }) => path))
  for (const { path, sample } of fields) if (!declared.has(path) && sample !== undefined) put(data, path, sample)
  const types = new Map(document.fields.map(({ path, type }) => [path, type]))
  for (const [path, text] of Object.entries(typed)) put(data, path, valueOf(text, types.get(path)))
  return data
}

function valueOf(text: string, type: string | undefined): unknown {
  if (type === 'boolean') return text === 'true'
  const number = Number(text)
  return type === 'number' && text.trim() !== '' && Number.isFinite(number) ? number : text
}

function put(data: Record<string, unknown>, path: string, value: unknown): void {
  const keys = path.split('.')
  let at = data
  for (const key of keys.slice(0, -1)) {
    const next = Object.hasOwn(at, key) ? at[key] : undefined
    if (typeof next !== 'object' || next === null) Object.defineProperty(at, key, own({}))
    at = at[key] as Record<string, unknown>
  }
  Object.defineProperty(at, keys.at(-1) ?? '', own(value))
}

// Own properties whatever the name: a field called __proto__ is a field.
function own(value: unknown): PropertyDescriptor {
  return { value, writable: true, enumerable: true, configurable: true }
}
