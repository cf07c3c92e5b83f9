import { createInterface } from 'node:readline'
import { Writable } from 'node:stream'
import type { Terminal } from './command.ts'

// `svc openapi | head` closes the pipe early, which is no error.
process.stdout.on('error', (error: NodeJS.ErrnoException) => process.exit(error.code === 'EPIPE' ? 0 : 1))

/** The standard streams of the process. */
export const processTerminal: Terminal = {
  isInteractive: process.stdout.isTTY,
  out: (text) => void process.stdout.write(text.endsWith('\n') ? text : `${text}\n`),
  bytes: (content) => void process.stdout.write(content),
  err: (text) => void process.stderr.write(text.endsWith('\n') ? text : `${text}\n`),
  readInput: () => Bun.stdin.text(),
  inputBytes: () => Bun.stdin.stream(),
  readSecret,
}

async function readSecret(prompt: string): Promise<string> {
  if (!process.stdin.isTTY) return (await Bun.stdin.text()).split(/\r?\n/)[0] ?? ''
  process.stderr.write(prompt)
  // readline edits the line as usual; its echo is discarded.
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() })
  const line = createInterface({ input: process.stdin, output: silent, terminal: true })
  try {
    return await new Promise<string>((resolve, reject) => {
      line.question('', resolve)
      line.once('close', () => reject(new Error('No input')))
    })
  } finally {
    line.close()
    process.stderr.write('\n')
  }
}
