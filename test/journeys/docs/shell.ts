/** A shell in an empty directory, as whoever follows a page has it: `svc` and a running service with an API key. */
import { chmodSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { temporaryDirectory } from '../../support/store.ts'
import { builtExecutable } from '../binary.ts'
import type { Statement } from './statements.ts'

export interface Ran extends Statement {
  printed: string
  /** The exit code; undefined when the shell ended before. */
  code: number | undefined
}

export interface Shell {
  /** Variables that are set before the first statement. */
  variables: Readonly<Record<string, string>>
  /** Files that lie in the directory. */
  files: Readonly<Record<string, string | Uint8Array>>
}

/** Runs the statements one after the other in one bash. A call that is answered with 400 or more fails. */
export async function runStatements(statements: readonly Statement[], { variables, files }: Shell): Promise<Ran[]> {
  const cwd = temporaryDirectory()
  for (const [name, bytes] of Object.entries({ ...files, svc: executable(), [input]: 'a password of one line\n' }))
    writeFileSync(join(cwd, name), bytes)
  chmodSync(join(cwd, 'svc'), 0o755)
  const child = Bun.spawn(['bash', '-c', script(statements)], {
    cwd,
    env: { PATH: `${cwd}:${process.env['PATH']}`, HOME: cwd, ...variables },
    stdin: 'ignore',
    stdout: 'pipe',
    stderr: 'ignore',
  })
  const ends = (await new Response(child.stdout).text()).split('\x1f')
  return statements.map((statement, index) => {
    const [printed = '', code] = (ends[index] ?? '').split('\x1e')
    return { ...statement, printed, code: code === undefined ? undefined : Number(code) }
  })
}

/** What each statement reads from its standard input. */
const input = 'typed-in'

// A refusal is cached in a file: what reads from a pipe would make a success of it.
const refusal = `curl() { command curl --fail-with-body "$@"; local code=$?; [ $code = 22 ] && touch refused; return $code; }`

function script(statements: readonly Statement[]): string {
  const notified = `code=$?; rm refused 2>/dev/null && code=22; printf '\\x1e%d\\x1f' $code`
  return [refusal, ...statements.map(({ source }) => `{ ${source}\n} < ${input}\n${notified}`)].join('\n')
}

/** `svc serve` would not come back: a command that reads the same settings and writes nothing represents it. */
function executable(): string {
  const path = builtExecutable()
  return `#!/bin/sh\n[ "$1" = serve ] && exec '${path}' openapi\nexec '${path}' "$@"\n`
}
