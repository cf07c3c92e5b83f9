import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

const blocks = join(import.meta.dir, '../../../src/email/blocks')

/** The types that have a folder: `dynamic-list` is the folder of `dynamicList`. */
export function foldersOfTypes(): string[] {
  return readdirSync(blocks, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name.replaceAll(/-([a-z])/g, (_, letter: string) => letter.toUpperCase()))
}

/** The folder of a type, from the root of the repository. */
export function folderOf(type: string): string {
  return `src/email/blocks/${type.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`
}

/** A file in the folder of a type, if it exists. */
export function fileIn(type: string, name: string): string | undefined {
  const path = join(blocks, '../../..', folderOf(type), name)
  return existsSync(path) ? path : undefined
}
