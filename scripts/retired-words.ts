/**
 * Counts words that the glossary in CONTRIBUTING.md replaces: in identifiers, comments, strings and documents, by module.
 * `bun scripts/retired-words.ts` prints the counts, `--list` each line. test/architecture/retired-words.test.ts expects none.
 */
import { Glob } from 'bun'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './compile.ts'

/** A use of a retired word. */
export interface RetiredUse {
  file: string
  line: number
  word: string
  /** The part of the line around the word. */
  excerpt: string
  kind: 'identifier' | 'comment' | 'string' | 'document'
}

/** Words of identifiers, split at capitals, that have a term of the field. Interfaces have whole names of their own below. */
const identifierWords =
  /^(?:draws?|drew|drawn|drawings?|pictures?|fewest|deepest|lanes?|desks?|crews?|turnstiles?|patience|heed|heeds|mend|mends|mended|feigned|wish|wishes|wished|told|hears|heard|remember|remembers|remembered|whoever|somebody|nobody)$/

/** Types that say nothing without their subject. */
const bareTypes = /\b(?:interface|type|class) (Place|Part|Found|Known|Means|Told|Wish|Look|Spot)\b/g

/** Phrases of prose that have a term of the field. */
const phrases =
  /\b(?:pictures?|drew|draws?|drawn|drawings?|whoever|whomever|somebody|patience|mailing systems?|ways? out|lanes?|crews?|desks?|turnstiles?|slips? of the pen|heeds?|mend(?:s|ed|ing)?|feign(?:s|ed)?|wish(?:es|ed)?|remember(?:s|ed)?|looked at|looks (?:at|into|after)|puts? up with|stands? (?:in|for|behind|before|beside|between|around|at|on|over|under)|room (?:for|in|of|is|left))\b/gi

/** Public names, file formats and lists of words that contain a retired word. */
const allowed =
  /<picture\b|DRAWING_TOO_COMPLEX|feigned-reply|<\/picture>|andy drew|\blane\b.*(?:\bselect\b|\border by\b|wanted, cap)|\bselect\b.*\blane|l\.lane|insert into jobs|IMG\|DSC|jobs_scheduled_lane|k\.text\('lane'\)|'job_lanes'|rp rt ruby|abbr acronym|video picture input|easy to remember/i

function classify(text: string): { kind: RetiredUse['kind']; text: string; at: number }[] {
  const parts: { kind: RetiredUse['kind']; text: string; at: number }[] = []
  const pattern = /\/\*[\s\S]*?\*\/|(?<![:\\'"`])\/\/[^\n]*|'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"|`(?:\\.|[^`\\])*`/g
  let end = 0
  for (const match of text.matchAll(pattern)) {
    parts.push({ kind: 'identifier', text: text.slice(end, match.index), at: end })
    parts.push({ kind: /^\/[/*]/.test(match[0]) ? 'comment' : 'string', text: match[0], at: match.index })
    end = match.index + match[0].length
  }
  parts.push({ kind: 'identifier', text: text.slice(end), at: end })
  return parts
}

/** The retired words of one file: TypeScript by its parts, Markdown as a whole. */
export function findRetiredWords(file: string, text: string): RetiredUse[] {
  const uses: RetiredUse[] = []
  const add = (kind: RetiredUse['kind'], word: string, at: number) => {
    const [start, end] = [text.lastIndexOf('\n', at) + 1, text.indexOf('\n', at)]
    const excerpt = text.slice(Math.max(start, at - 60), Math.min(end < 0 ? text.length : end, at + 60)).trim()
    if (!allowed.test(excerpt))
      uses.push({ file, line: text.slice(0, at).split('\n').length, word: word.toLowerCase(), excerpt, kind })
  }
  const inProse = (kind: RetiredUse['kind'], prose: string, at: number) => {
    for (const match of prose.matchAll(phrases)) add(kind, match[0], at + match.index)
  }
  if (file.endsWith('.md')) {
    inProse(
      'document',
      text.replace(/```[\s\S]*?```/g, (code) => code.replace(/[^\n]/g, ' ')),
      0,
    )
    return uses
  }
  for (const part of classify(text)) {
    if (part.kind !== 'identifier') {
      // Prose has words; a key, a path or a class name has none.
      if (part.kind === 'comment' || / /.test(part.text)) inProse(part.kind, part.text, part.at)
      continue
    }
    for (const match of part.text.matchAll(/[A-Za-z_$][\w$]*/g))
      for (const word of match[0].split(/(?<=[a-z0-9])(?=[A-Z])|_/))
        if (identifierWords.test(word.toLowerCase())) add('identifier', word, part.at + match.index)
    for (const match of part.text.matchAll(bareTypes)) add('identifier', match[1] ?? '', part.at + match.index)
  }
  return uses
}

/** Other languages, emails as content, SQL on columns that keep their names, and lists of words. */
const exempt =
  /\/(?:ar|de|es|fr|it|ja|pt)\.ts$|^THIRD-PARTY|^CHANGELOG|^CONTRIBUTING|^scripts\/retired-words|\/templates\/starters\/|^src\/platform\/jobs\/(?:claim|job)-store\.ts$/

/** The retired words of the source, of the documents and of what callers read. */
export function findAllRetiredWords(): RetiredUse[] {
  const files = [
    ...new Glob('{src,sdk,scripts,bench}/**/*.{ts,tsx}').scanSync(root),
    ...new Glob('*.md').scanSync(root),
    ...new Glob('docs/**/*.md').scanSync(root),
  ].filter((file) => !exempt.test(file))
  return files.sort().flatMap((file) => findRetiredWords(file, readFileSync(join(root, file), 'utf8')))
}

if (import.meta.main) {
  const uses = findAllRetiredWords()
  if (process.argv.includes('--list'))
    for (const { file, line, word, excerpt } of uses) console.log(`${file}:${line} ${word}: ${excerpt}`)
  const counts = new Map<string, number>()
  for (const { kind, file } of uses) {
    const module = `${kind.padEnd(10)} ${file.split('/').slice(0, 2).join('/')}`
    counts.set(module, (counts.get(module) ?? 0) + 1)
  }
  for (const [module, count] of [...counts].sort((a, b) => b[1] - a[1]))
    console.log(`${String(count).padStart(6)} ${module}`)
  console.log(`${uses.length} uses of retired words`)
}
