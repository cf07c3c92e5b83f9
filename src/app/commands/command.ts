import type { Config, ConfigReport } from '../../platform/config/index.ts'

/** What a command ends with. Usage covers the configuration too: nothing was attempted. */
export const exit = { ok: 0, failed: 1, usage: 2 } as const

/** One flag of a command besides the settings. */
export interface Option {
  readonly flag: `--${string}`
  /** The name of its value in the help; a flag without one is true when present. */
  readonly value?: string
  readonly meaning: string
  readonly required?: true
}

/** The world as a command sees it; tests hand in their own. */
export interface Terminal {
  /** Whether a person sees standard output. */
  readonly isInteractive?: boolean
  /** Results, on standard output. */
  out(text: string): void
  /** Results that are not text, on standard output. */
  bytes(content: Uint8Array): void
  /** Messages, on standard error. */
  err(text: string): void
  /** All of standard input as text. */
  readInput(): Promise<string>
  /** Requests a line without echo when a person is typing, else reads the first line of standard input. */
  readSecret(prompt: string): Promise<string>
}

/** What was requested, taken apart and checked against the command's own description. */
export interface Call {
  /** Reads the configuration; throws ConfigError. */
  config(): Config
  /** Where each setting came from, with secrets hidden. */
  configReport(): ConfigReport[]
  /** A sentence with the remedy for each secret that was given as a flag. */
  exposed: readonly string[]
  operands: readonly string[]
  option(flag: `--${string}`): string | undefined
  has(flag: `--${string}`): boolean
  terminal: Terminal
  /** The module that worker threads run, for `createWorkers`. */
  workerEntry: string
  /** The module that the watchdog thread runs. */
  watchdogEntry: string
  /** The program that runs, and what comes before the name of a command. */
  executable: readonly string[]
}

/** One command as the first page of the help has it. The rest is read when the command is requested. */
export interface CommandEntry {
  readonly name: string
  readonly summary: string
  load(): Promise<Command>
}

/** One command: its words, its help, and what it does. The number is the exit code. */
export interface Command {
  /** Names of the operands as the help shows them; a name in brackets may be left out. */
  readonly operands?: readonly string[]
  readonly options?: readonly Option[]
  /** Whether it reads the configuration, so that every setting is a flag of it. */
  readonly settings: boolean
  /** Whether it reports `exposed` itself; others have it on standard error. */
  readonly reportsExposed?: true
  /** Prose under the usage line. */
  readonly details?: string
  /** What exit code 1 means here. */
  readonly failure?: string
  run(call: Call): Promise<number> | number
}
