import { readJson } from './json.ts'

/** Parses the text of a JSON body; fails as `readJson` does. */
export type BodyReader = (text: string) => unknown

/** A member's value as text and parsed. */
type CachedMember = { text: string; value: object }

// A service has few mailings at a time, and a lookup that fails must be cheap.
const maxCached = 64
const maxSeen = 256
const maxCharacters = 2 * 1024 * 1024
// Below this size, parsing costs no more than caching.
const minCharacters = 512

/**
 * A reader of bodies that repeat the same large object in one member, as a mailing repeats its document: text that came
 * twice and is among the last ones is not parsed again. The member is then the same object as before, so callers can compare
 * it by identity and must not modify it.
 */
export function createRepeatedMemberReader(name: string): BodyReader {
  const opening = `${JSON.stringify(name)}:`
  // Placeholder of the member while the rest is parsed. It is random, so that the body cannot contain it elsewhere.
  const standIn = Math.random()
  const known: CachedMember[] = []
  // Hashes of texts that came once. Most objects never repeat, and caching them would move short-lived objects to the old
  // generation.
  const seen = new Set<number>()
  let characters = 0

  function find(text: string, from: number): CachedMember | undefined {
    const index = known.findIndex((one) => text.startsWith(one.text, from))
    const found = known[index]
    if (found === undefined || index === 0) return found
    known.splice(index, 1)
    known.unshift(found)
    return found
  }

  function isNew(text: string): boolean {
    const hash = Bun.hash.crc32(text)
    if (seen.has(hash)) return false
    if (seen.size >= maxSeen) seen.clear()
    seen.add(hash)
    return true
  }

  function cache(one: CachedMember): void {
    known.unshift(one)
    characters += one.text.length
    while (known.length > maxCached || characters > maxCharacters) characters -= known.pop()?.text.length ?? 0
  }

  function readAround(text: string, from: number, to: number): Record<string, unknown> | undefined {
    const rest = readJson(`${text.slice(0, from)} ${standIn} ${text.slice(to)}`) as Record<string, unknown> | null
    return rest?.[name] === standIn ? rest : undefined
  }

  return (text) => {
    const from = text.indexOf(opening) + opening.length
    if (from < opening.length) return readJson(text)
    const found = find(text, from)
    if (found !== undefined) {
      const body = readAround(text, from, from + found.text.length)
      if (body !== undefined) return Object.assign(body, { [name]: found.value })
    }
    const body = readJson(text)
    const value = (body as Record<string, unknown> | null)?.[name]
    const to = endOfObject(text, from)
    if (typeof value !== 'object' || value === null || to - from < minCharacters) return body
    const written = text.slice(from, to)
    if (!isNew(written) && readAround(text, from, to) !== undefined) cache({ text: written, value })
    return body
  }
}

/** The index after the object that begins at `from` in valid JSON; `from` if no object begins there. */
function endOfObject(text: string, from: number): number {
  let depth = 0
  for (let at = from; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === quote) at = endOfText(text, at)
    else if (code === openBrace) depth++
    else if (code === closeBrace) depth--
    if (depth === 0 && code > space) return code === closeBrace ? at + 1 : from
  }
  return from
}

const space = 0x20
const quote = 0x22
const openBrace = 0x7b
const closeBrace = 0x7d
const backslash = 0x5c

// A closing quote has an even number of backslashes before it.
function endOfText(text: string, from: number): number {
  for (let at = text.indexOf('"', from + 1); at >= 0; at = text.indexOf('"', at + 1)) {
    let before = at - 1
    while (text.charCodeAt(before) === backslash) before--
    if ((at - before) % 2 === 1) return at
  }
  return text.length
}
