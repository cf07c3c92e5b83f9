import { readFile } from 'node:fs/promises'
import type { Terminal } from './command.ts'

/** Parses a JSON file; `-` is standard input. */
export async function readJson(file: string, terminal: Terminal): Promise<{ value: unknown } | { problem: string }> {
  const name = file === '-' ? 'standard input' : file
  try {
    const text = file === '-' ? await terminal.readInput() : await readFile(file, 'utf8')
    return { value: JSON.parse(text) }
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT')
      return { problem: `There is no file ${name}.` }
    return { problem: `${name}: ${error instanceof Error ? error.message : String(error)}` }
  }
}
