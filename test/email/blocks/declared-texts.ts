import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Glob } from 'bun'
import type { BlockType } from '../../../src/email/render/index.ts'
import type { Field } from '../../../src/email/document/index.ts'

/** English texts, each with its translations by language. */
type Translations = Record<string, Record<string, string>>

interface Texts {
  name?: Record<string, string>
  labels?: Translations
  content?: Translations
}

const root = join(import.meta.dir, '../../../src/email/blocks')

/** Every `texts.json` of the block types, by path; the one at the root holds what several types share. */
export const textFiles: ReadonlyMap<string, Texts> = new Map(
  [...new Glob('**/texts.json').scanSync(root)].map((path) => [
    path,
    JSON.parse(readFileSync(join(root, path), 'utf8')) as Texts,
  ]),
)

/** Labels that authors read; the names of networks are names. */
export function labelsOf(fields: readonly Field[]): string[] {
  return fields.flatMap(({ label, kind, options = [], item = [], placeholder, prop }) => [
    label,
    ...(kind === 'choice' && prop !== 'network' ? options.map((option) => option.label) : []),
    ...(kind === 'text' && placeholder !== undefined && /[a-z]/.test(placeholder) ? [placeholder] : []),
    ...labelsOf(item),
  ])
}

/** Texts of a new block that recipients read. */
export function contentOf({ defaults }: BlockType): string[] {
  return wordsIn(defaults)
}

const spoken = new Set(
  'text label title alt expiredText buttonLabel submitLabel successText errorText days hours minutes'.split(' '),
)

function wordsIn(value: unknown, key = ''): string[] {
  if (typeof value === 'string') return spoken.has(key) && /[a-z]/.test(value) ? [value] : []
  return Object.entries(Object(value) as object).flatMap(([name, member]) =>
    wordsIn(member, Array.isArray(value) ? key : name),
  )
}
