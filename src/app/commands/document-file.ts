import { blockTypes } from '../../email/blocks/index.ts'
import { type EmailDocument, type ReadOptions, readDocument } from '../../email/document/index.ts'
import type { Terminal } from './command.ts'
import { readJson } from './read-json.ts'

/**
 * The document in a file, whether it stands there by itself or in an answer of the API; or what is wrong, a line each. HTML
 * and CSS of authors stay as they are where nothing is given to clean them.
 */
export async function readDocumentFile(
  file: string,
  terminal: Terminal,
  options?: ReadOptions,
): Promise<{ document: EmailDocument } | { problems: string[] }> {
  const source = await readJson(file, terminal)
  if ('problem' in source) return { problems: [source.problem] }
  const read = readDocument(documentIn(source.value), blockTypes, options)
  if ('document' in read) return read
  return { problems: read.issues.map(({ path, message }) => `${path === '' ? '/' : path}: ${message}`) }
}

// GET /templates/{id}/structured answers it between id and revision.
function documentIn(value: unknown): unknown {
  return typeof value === 'object' && value !== null && 'document' in value ? value.document : value
}

/** Says on standard error what is wrong; returns the exit code it was given. */
export function complain(terminal: Terminal, lines: readonly string[], code: number): number {
  for (const line of lines) terminal.err(`svc: ${line}`)
  return code
}
