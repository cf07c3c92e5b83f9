/** A record of `tag=value` pairs separated by semicolons (RFC 6376 3.2), as in DKIM, DMARC, MTA-STS, TLS-RPT and BIMI. */
export interface TaggedRecord {
  /** By lowercase name; the first of duplicates counts. */
  readonly tags: ReadonlyMap<string, string>
  readonly duplicates: readonly string[]
  /** Parts without a valid pair. */
  readonly garbled: readonly string[]
}

/** Parses a record. White space around names and values is ignored. */
export function readTags(record: string): TaggedRecord {
  const tags = new Map<string, string>()
  const [duplicates, garbled]: [string[], string[]] = [[], []]
  for (const part of record.split(';')) {
    if (part.trim() === '') continue
    const [, name, value = ''] = /^\s*([A-Za-z][\w-]*)\s*=(.*)$/s.exec(part) ?? []
    const key = name?.toLowerCase()
    if (key === undefined) garbled.push(part.trim())
    else if (tags.has(key)) duplicates.push(key)
    else tags.set(key, value.trim())
  }
  return { tags, duplicates, garbled }
}
