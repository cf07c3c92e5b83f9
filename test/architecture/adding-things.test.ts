/**
 * ARCHITECTURE.md, “Adding things”, carried out in a copy of the repository: one thing of each kind, by the files that the
 * section names. Without the other parts the checklists name them; with them they pass.
 */
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, test } from 'bun:test'
import { repository } from './source-tree.ts'
import { type Part, additions } from './additions.ts'

const checklists = ['test/email/blocks/finished.test.ts', 'test/architecture/checklists.test.ts']

test('a block type, a lint rule, an event, an error, an export format and an operation', async () => {
  const copy = copyOfRepository()
  using _copy = { [Symbol.dispose]: () => rmSync(copy, { recursive: true }) }
  for (const { start } of additions) apply(copy, start)
  const unfinished = await runTests(copy, checklists)
  for (const { name, missing } of additions) {
    const line = unfinished.output.split('\n').find((each) => each.includes(`to finish ${name}: `)) ?? ''
    for (const part of missing) expect(`${name}: ${line}`).toContain(part)
  }
  expect(unfinished.exitCode).not.toBe(0)

  for (const { rest } of additions) apply(copy, rest)
  expect(await run(copy, ['scripts/generate.ts'])).toMatchObject({ exitCode: 0 })
  const goldens = ['test/email/blocks/goldens.test.ts', '-t', 'rating']
  expect(await runTests(copy, goldens, { UPDATE_GOLDEN: '1' })).toMatchObject({ exitCode: 0 })

  const blocks = ['goldens', 'every-block', 'docs'].map((name) => `test/email/blocks/${name}.test.ts`)
  const walks = ['lint/every-rule', 'lint/emitted', 'render/amp']
  const others = walks.map((name) => `test/email/${name}.test.ts`)
  const finished = await runTests(copy, [...checklists, ...blocks, ...others])
  expect(finished.exitCode === 0 ? '' : failuresIn(finished.output)).toBe('')
  const types = await run(copy, ['node_modules/typescript/bin/tsc', '--noEmit', '-p', 'tsconfig.added.json'])
  expect(types.exitCode === 0 ? '' : types.output).toBe('')
}, 300_000)

test('the section names every file that adding needs', () => {
  const page = readFileSync(join(repository, 'ARCHITECTURE.md'), 'utf8')
  const section = /^## Adding things$(.*?)^## /ms.exec(page)?.[1] ?? ''
  const named = [...section.matchAll(/`([^`]+)`/g)].map(([, path = '']) => path)
  const files = additions.flatMap(({ start, rest }) => [...start, ...rest]).map(({ file }) => file)
  const isNamed = (file: string) =>
    named.some((path) =>
      new RegExp(`(^|/)${path.replaceAll('.', '\\.').replaceAll(/<[\w-]+>/g, '[\\w-]+')}(/|$)`).test(file),
    )
  expect(files.filter((file) => !isNamed(file))).toEqual([])
})

function copyOfRepository(): string {
  const copy = mkdtempSync(join(tmpdir(), 'svc-adding-'))
  for (const name of ['src', 'sdk', 'test', 'docs', 'scripts', 'vendor'])
    cpSync(join(repository, name), join(copy, name), { recursive: true })
  for (const name of readdirSync(repository).filter((each) => statSync(join(repository, each)).isFile()))
    cpSync(join(repository, name), join(copy, name))
  symlinkSync(join(repository, 'node_modules'), join(copy, 'node_modules'))
  const files = ['src/email/blocks/index.ts', 'src/email/lint/index.ts', 'src/kernel/events/index.ts']
  writeFileSync(join(copy, 'tsconfig.added.json'), JSON.stringify({ extends: './tsconfig.json', include: [], files }))
  return copy
}

function apply(copy: string, parts: readonly Part[]): void {
  for (const { file, before, text } of parts) {
    const path = join(copy, file)
    if (before === undefined) {
      mkdirSync(dirname(path), { recursive: true })
      writeFileSync(path, text)
      continue
    }
    const source = readFileSync(path, 'utf8')
    const at = source.indexOf(before)
    expect(`${file} has ${before}: ${at >= 0}`).toBe(`${file} has ${before}: true`)
    writeFileSync(path, source.slice(0, at) + text + source.slice(at))
  }
}

/** Their timeout is the one of `npm test`, for the default of five seconds depends on how busy the machine is. */
function runTests(copy: string, words: readonly string[], env: Record<string, string> = {}) {
  return run(copy, ['test', '--timeout=300000', ...words], env)
}

async function run(copy: string, words: readonly string[], env: Record<string, string> = {}) {
  const child = Bun.spawn([process.execPath, ...words], {
    cwd: copy,
    env: { ...process.env, ...env },
    stdout: 'pipe',
    stderr: 'pipe',
  })
  const [out, error, exitCode] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
    child.exited,
  ])
  return { output: out + error, exitCode }
}

function failuresIn(output: string): string {
  return output
    .split('\n')
    .filter((line) => /^(\(fail\)|Received|error)/.test(line))
    .join('\n')
}
