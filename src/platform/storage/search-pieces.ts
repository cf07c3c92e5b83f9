/**
 * Search texts of templates in pieces, each indexed separately: the cost of an edit depends on its size, not on the length
 * of the email.
 */
import { eq, inArray, sql } from 'drizzle-orm'
import type { Db } from './db.ts'
import { preparedUpdate } from './prepared.ts'
import { together } from './together.ts'

/** Folded texts of a template: all of them, or those of one piece. */
export interface Folded {
  name: string
  subject: string
  body: string
}

/** A stored piece. */
export interface StoredPiece extends Folded {
  entry: number
}

/** Most emails are one piece, because each piece costs another row in every search. */
const wholeBelow = 4000
/** In a longer text, a piece ends at a line whose hash is a boundary, or at the max length. In characters. */
const shortPiece = 200
const longPiece = 8000
const endedByOneIn = 8

/**
 * The pieces of a template: name and subject with the beginning of the body, then the rest of it. Boundaries depend only on
 * the content of lines, so a changed line leaves the pieces before it unchanged, and those after the next boundary too. No
 * line is split, and no word is longer than a line.
 */
export function cutIntoPieces({ name, subject, body }: Folded): Folded[] {
  const [first = '', ...others] = body.length < wholeBelow ? [body] : cut(body)
  const rest = new Set(others.filter((text) => text !== ''))
  return [{ name, subject, body: first }, ...Array.from(rest, (text) => ({ name: '', subject: '', body: text }))]
}

function cut(body: string): string[] {
  const pieces: string[] = []
  let lines: string[] = []
  let length = 0
  for (const line of body.split('\n')) {
    lines.push(line)
    length += line.length + 1
    if (length < shortPiece || (length < longPiece && !endsPiece(line))) continue
    pieces.push(lines.join('\n'))
    lines = []
    length = 0
  }
  return [...pieces, lines.join('\n')]
}

function endsPiece(line: string): boolean {
  return Bun.hash.xxHash32(line) % endedByOneIn === 0
}

const updatePiece = preparedUpdate(
  ({ templateSearch }) => templateSearch,
  ({ templateSearch }) => eq(templateSearch.entry, sql.placeholder('piece')),
)

/** Replaces the pieces of a template. */
export async function replacePieces(
  db: Db,
  { projectId, templateId }: { projectId: string; templateId: string },
  { before, wanted }: { before: readonly StoredPiece[]; wanted: readonly Folded[] },
): Promise<void> {
  const left = new Set(before)
  const added = wanted.filter((piece) => {
    const same = before.find((stored) => left.has(stored) && isSame(stored, piece))
    if (same !== undefined) left.delete(same)
    return same === undefined
  })
  const { templateSearch: table } = db.tables
  const spare = [...left]
  const updates = spare
    .slice(0, added.length)
    .map(({ entry }, at) => updatePiece(db, added[at] ?? {}, { piece: entry }))
  const further = added.slice(spare.length).map((piece) => ({ projectId, templateId, ...piece }))
  const unused = spare.slice(added.length).map(({ entry }) => entry)
  await together(
    ...updates,
    further.length === 0 ? undefined : db.insert(table).values(further),
    unused.length === 0 ? undefined : db.delete(table).where(inArray(table.entry, unused)),
  )
}

function isSame(a: Folded, b: Folded): boolean {
  return a.name === b.name && a.subject === b.subject && a.body === b.body
}
