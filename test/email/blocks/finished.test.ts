/** What a block type lacks, as one list: it names the file of each part. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'bun:test'
import { blockImports } from '../../../src/email/blocks/import.ts'
import { blockTypes } from '../../../src/email/blocks/index.ts'
import { mjmlBlocks } from '../../../src/email/blocks/mjml.ts'
import { contentOf, labelsOf, textFiles } from './declared-texts.ts'
import { fileIn, folderOf, foldersOfTypes } from './folders.ts'
import { samples, variants } from './samples.ts'

const root = join(import.meta.dir, '../../..')
const languages = ['ar', 'de', 'es', 'fr', 'it', 'ja', 'pt']
const sections = ['labels', 'content'] as const

describe.each([...new Set([...foldersOfTypes(), ...blockTypes.keys()])].sort())('the block type %s', (type) => {
  test('has every part', () => {
    const missing = missingParts(type)
    expect(missing.length === 0 ? '' : `to finish ${type}: ${missing.join('; ')}`).toBe('')
  })
})

test('each text is translated in one file only, and used', () => {
  const used = new Set(
    [...blockTypes.values()].flatMap((block) => [
      ...labelsOf(block.fields),
      ...optionsOf(block.fields),
      ...contentOf(block),
    ]),
  )
  const seen = new Map<string, string>()
  const problems: string[] = []
  for (const [path, texts] of textFiles)
    for (const section of sections)
      for (const english of Object.keys(texts[section] ?? {})) {
        const other = seen.get(`${section} ${english}`)
        if (other !== undefined) problems.push(`“${english}” is in ${other} and ${path}: keep it in blocks/texts.json`)
        seen.set(`${section} ${english}`, path)
        if (!used.has(english)) problems.push(`“${english}” in ${path} is not used by a block type`)
      }
  expect(problems).toEqual([])
})

function missingParts(type: string): string[] {
  const folder = folderOf(type)
  const block = blockTypes.get(type)
  if (block === undefined) return [`a line in src/email/blocks/index.ts`]
  const missing: string[] = []
  if (fileIn(type, '') === undefined) missing.push(`the folder ${folder}`)
  if (!/^M[\d\s.,a-zA-Z-]+$/.test(block.icon ?? '')) missing.push('icon (`bun scripts/icons.ts NAME` prints one)')
  const texts = textFiles.get(`${folder.split('/').at(-1)}/texts.json`)
  const withoutName = languages.filter((language) => isEmpty(texts?.name?.[language]))
  if (withoutName.length > 0) missing.push(`name in ${withoutName.join(', ')} (${folder}/texts.json)`)
  const needed = { labels: new Set(labelsOf(block.fields)), content: new Set(contentOf(block)) }
  for (const section of sections) {
    const without = languages.flatMap((language) => {
      const untranslated = [...needed[section]].filter((english) =>
        [...textFiles.values()].every((file) => isEmpty(file[section]?.[english]?.[language])),
      )
      return untranslated.length === 0 ? [] : [`${language} (${untranslated.join(', ')})`]
    })
    if (without.length > 0) missing.push(`${section} in ${without.join(', ')} (${folder}/texts.json)`)
  }
  if (samples[type] === undefined) missing.push(`sample (${folder}/samples.json, under the key “${type}”)`)
  for (const [file, list] of [
    ['mjml.ts', mjmlBlocks],
    ['import.ts', blockImports],
  ] as const)
    if (existsSync(join(root, folder, file)) !== list.has(type))
      missing.push(`both ${folder}/${file} and its line in src/email/blocks/${file}, or neither`)
  const goldens = [type, ...Object.keys(variants).filter((name) => variants[name]?.type === type)]
    .flatMap((name) => [`${name}.html`, `${name}.txt`, `${name}.amp.html`])
    .filter((file) => !existsSync(join(root, 'test/golden/blocks', file)))
  if (goldens.length > 0)
    missing.push(
      `goldens ${goldens.join(', ')} (UPDATE_GOLDEN=1 bun test test/email/blocks/goldens.test.ts, then read them)`,
    )
  const unwritten = unwrittenProperties(type, Object.keys(block.schema.properties))
  if (unwritten !== undefined) missing.push(unwritten)
  return [...missing, ...staleTexts(type, [...needed.labels], [...needed.content])]
}

function unwrittenProperties(type: string, properties: readonly string[]): string | undefined {
  const page = readFileSync(join(root, 'docs/document.md'), 'utf8')
  const row = new RegExp(`^\\| \`${type}\` \\| (.*) \\|$`, 'm').exec(page)?.[1]
  if (row === undefined) return `a row in docs/document.md, “Blocks”`
  const named = new Set(row.match(/\w+/g))
  const missing = properties.filter((property) => !named.has(property))
  return missing.length === 0 ? undefined : `${missing.join(', ')} in its row of docs/document.md`
}

/** The modules that the editor loads are generated from the texts. */
function staleTexts(type: string, labels: readonly string[], content: readonly string[]): string[] {
  const read = (module: string) => readFileSync(join(root, `src/editor/locale/${module}/de.ts`), 'utf8')
  const isIn = (module: string, key: string) => {
    const written = read(module)
    return [`  ${key}:`, `  '${key.replaceAll("'", "\\'")}':`, `  "${key}":`].some((start) => written.includes(start))
  }
  const isFresh =
    isIn('block-names', type) &&
    labels.every((label) => isIn('block-labels', label)) &&
    content.every((text) => isIn('content', text))
  return isFresh ? [] : ['the texts that the editor loads (bun scripts/generate.ts)']
}

function optionsOf(fields: readonly { options?: readonly { label: string }[]; item?: readonly object[] }[]): string[] {
  return fields.flatMap(({ options = [], item = [] }) => [...options.map(({ label }) => label), ...optionsOf(item)])
}

function isEmpty(text: string | undefined): boolean {
  return text === undefined || text.trim() === ''
}
