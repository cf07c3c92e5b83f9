/** The glossary of CONTRIBUTING.md is kept: no identifier, type or phrase that it replaces comes back. */
import { describe, expect, test } from 'bun:test'
import { findAllRetiredWords, findRetiredWords } from '../../scripts/retired-words.ts'

test('no source, comment, message or document uses a retired word', () => {
  expect(findAllRetiredWords().map(({ file, line, word, excerpt }) => `${file}:${line} ${word}: ${excerpt}`)).toEqual(
    [],
  )
})

describe('the checker finds', () => {
  const examples = [
    ['an identifier', 'a.ts', 'const drawnRow = 1', 'drawn'],
    ['a bare type name', 'a.ts', 'interface Place { x: number }', 'place'],
    ['a comment', 'a.ts', '// The picture of it.\nconst a = 1', 'picture'],
    ['a message', 'a.ts', "const a = 'This picture is too large.'", 'picture'],
    ['a document', 'a.md', 'Pictures are sent.', 'pictures'],
  ] as const
  for (const [name, file, text, word] of examples)
    test(name, () => expect(findRetiredWords(file, text).map((use) => use.word)).toEqual([word]))

  test('nothing in code blocks of documents, keys and longer words', () => {
    expect(findRetiredWords('a.md', '```\npicture\n```\n')).toEqual([])
    expect(findRetiredWords('a.ts', "const withdrawal = 'picture'")).toEqual([])
  })
})
