/** A record of `tag=value` pairs between semicolons (RFC 6376 3.2), as DKIM, DMARC, MTA-STS, TLS-RPT and BIMI write them. */
export interface TaggedRecord {
  /** By name in lower case; the first counts where one comes twice. */
  readonly tags: ReadonlyMap<string, string>
  readonly duplicates: readonly string[]
  /** Parts that are no pair. */
  readonly garbled: readonly string[]
}

/** Takes a record apart. White space around names and values does not count. */
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
