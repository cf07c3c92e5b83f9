import { createHash } from 'node:crypto'
import { fail } from '../../../kernel/errors/index.ts'

/** The ETag of a revision. It is strong: one revision always has the same representation. */
export function etagOf(revision: number | string): string {
  return `"${revision}"`
}

/**
 * The value of an ETag for a representation of which some members change without a revision: the revision, a dot, and a
 * digest of them. If-Match compares the revision alone, so that such a change does not turn an update into a lost one.
 */
export function revisionTag(revision: number | string, changing: object): string {
  return `${revision}.${digestOf(changing)}`
}

/**
 * Fails with PRECONDITION_FAILED (and the current `revision`) if If-Match names only other revisions. `*` matches any. RFC
 * 9110 13.1.1 compares strongly, so a weak tag never matches. No header, no condition.
 */
export function checkIfMatch(header: string | null | undefined, revision: number | string): void {
  if (header === null || header === undefined || header.trim() === '*') return
  if (entityTags(header).some((tag) => revisionIn(tag) === etagOf(revision))) return
  fail('PRECONDITION_FAILED', {
    detail: `The current revision is ${revision}.`,
    extra: { revision },
    headers: { etag: etagOf(revision) },
  })
}

/** A revision for resources that have no number: of all that a read returns, besides members that change by themselves. */
export function digestOf(shown: object): string {
  return createHash('sha256').update(JSON.stringify(shown)).digest('base64url').slice(0, 22)
}

/** True if If-None-Match names this tag, so that the response is 304. RFC 9110 13.1.2 compares weakly; `*` matches any. */
export function isUnchanged(header: string | null | undefined, etag: string): boolean {
  if (header === null || header === undefined) return false
  if (header.trim() === '*') return true
  return entityTags(header).some((tag) => opaque(tag) === opaque(etag))
}

// RFC 9110 8.8.3: the text between the quotes may contain commas.
function entityTags(header: string): string[] {
  return header.match(/(?:W\/)?"[\x21\x23-\x7e\x80-\xff]*"/g) ?? []
}

function opaque(tag: string): string {
  return plain(tag.replace(/^W\//, ''))
}

/** The ETag of a compressed representation: a strong tag names one sequence of bytes (RFC 9110 8.8.3.3). */
export function compressedEtag(etag: string, coding: string): string {
  return etag.startsWith('"') && etag.endsWith('"') ? `${etag.slice(0, -1)};${coding}"` : etag
}

/** The tag as If-None-Match contains it, so that a 304 names the representation that the caller has. */
export function knownSpelling(header: string | null, etag: string): string {
  if (header === null) return etag
  return (
    entityTags(header)
      .find((tag) => opaque(tag) === opaque(etag))
      ?.replace(/^W\//, '') ?? etag
  )
}

function revisionIn(tag: string): string {
  return plain(tag).replace(/\.[\w-]+"$/, '"')
}

// Compression does not change the revision.
function plain(tag: string): string {
  return tag.replace(/;(?:br|gzip)"$/, '"')
}
