/** Documents of a row or two, and files. */
import { createHash } from 'node:crypto'
import { randomPng } from '../tenants/content.ts'

/** A section with one text block, whose id is given. */
export const section = (id: string, text: string) => ({
  id: `${id}-s`,
  type: 'section',
  columns: [{ id: `${id}-c`, type: 'column', blocks: [{ id, type: 'text', text: `<p>${text}</p>` }] }],
})

/** A document of these rows. */
export const documentOf = (...rows: object[]) => ({ meta: { title: 'Races' }, rows })

/** An instance of a module; `latest` follows it. */
export const instanceOf = (module: string, version: number | 'latest') => ({
  id: 'instance',
  type: 'module',
  ref: { id: module, version },
})

/** A file that nobody has sent before, with the hash of its bytes. */
export function newFile(kind: 'text' | 'image'): { file: File; sha256: string } {
  const name = crypto.randomUUID()
  const bytes = kind === 'text' ? Buffer.from(`Notes of ${name}\n`.repeat(20)) : randomPng(24, 24)
  const file = new File([bytes], `${name}.${kind === 'text' ? 'txt' : 'png'}`)
  return { file, sha256: createHash('sha256').update(bytes).digest('hex') }
}

/** A short name that nothing else has. */
export const newName = (word: string): string => `${word} ${crypto.randomUUID().slice(0, 13)}`
