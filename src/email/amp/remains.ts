import { findTags } from '../formats/index.ts'
import { findDummyText } from '../lint/index.ts'

/** Forms that plain text does not have; `[Text]` and `#word#` may be meant. */
const tagForms: ReadonlySet<string> = new Set([
  'curly',
  'curly-block',
  'single-curly',
  'star-pipe',
  'percents',
  'percent',
  'script',
  'dollar',
  'squares',
])
/** Words in brackets by which Google recognizes tests (Register with Google, registration guidelines). */
const testMark = /\[(?:test|proof|sample|demo|draft|preview)\b[^[\]]{0,40}\]/i

/** A tag that was not replaced, placeholder text or a mark of a test mailing in a visible text; undefined if there is none. */
export function findRemains(text: string): { kind: 'tag' | 'placeholder' | 'test'; found: string } | undefined {
  const test = testMark.exec(text)?.[0]
  if (test !== undefined) return { kind: 'test', found: test }
  const tag = findTags(text).find(({ form }) => tagForms.has(form))
  if (tag !== undefined) return { kind: 'tag', found: text.slice(tag.start, tag.end).slice(0, 60) }
  const dummy = findDummyText(text)
  return dummy === undefined ? undefined : { kind: 'placeholder', found: dummy.slice(0, 60) }
}
