/** Runs commands in this process, as a person at a shell would see them. */
import type { Terminal } from '../../../src/app/commands/command.ts'
import { runCommand } from '../../../src/app/commands/index.ts'

export interface Outcome {
  code: number
  out: string
  err: string
  bytes: Uint8Array | undefined
}

/** Runs one command line with the given standard input and tells what came out. */
export async function svc(words: readonly string[], input: string | Uint8Array<ArrayBuffer> = ''): Promise<Outcome> {
  const outcome: Outcome = { code: -1, out: '', err: '', bytes: undefined }
  const terminal: Terminal = {
    out: (text) => void (outcome.out += `${text}\n`),
    err: (text) => void (outcome.err += `${text}\n`),
    bytes: (content) => void (outcome.bytes = content),
    readInput: () => Promise.resolve(String(input)),
    inputBytes: () => new Blob([input]).stream(),
    readSecret: () => Promise.resolve(String(input)),
  }
  outcome.code = await runCommand(words, { terminal })
  return outcome
}
