import { blockTypes } from '../../email/blocks/index.ts'
import { type EmailDocument, type ReadOptions, readDocument } from '../../email/document/index.ts'
import type { Terminal } from './command.ts'
import { readJson } from './read-json.ts'

/**
 * Reads a document from a file: the document itself, or a response of the API. Returns problems, one per line. HTML and CSS
 * of authors are not sanitized if no sanitizer is given.
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

// GET /templates/{id}/structured returns it between id and revision.
function documentIn(value: unknown): unknown {
  return typeof value === 'object' && value !== null && 'document' in value ? value.document : value
}

/** Writes problems to standard error; returns the given exit code. */
export function complain(terminal: Terminal, lines: readonly string[], code: number): number {
  for (const line of lines) terminal.err(`svc: ${line}`)
  return code
}
