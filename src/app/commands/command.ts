import type { Config, ConfigReport } from '../../platform/config/index.ts'

/** Exit codes. `usage` includes an invalid configuration: nothing was attempted. */
export const exit = { ok: 0, failed: 1, usage: 2 } as const

/** The command line is wrong: nothing was attempted, and the exit code is 2. */
export class UsageError extends Error {}

/** A flag other than the settings. */
export interface Option {
  readonly flag: `--${string}`
  /** Name of the value in the help; a flag without one is boolean. */
  readonly value?: string
  readonly meaning: string
  readonly required?: true
}

/** I/O of a command; tests pass their own. */
export interface Terminal {
  /** True if standard output is a terminal. */
  readonly isInteractive?: boolean
  /** Writes results to standard output. */
  out(text: string): void
  /** Writes binary results to standard output. */
  bytes(content: Uint8Array): void
  /** Writes messages to standard error. */
  err(text: string): void
  /** All of standard input as text. */
  readInput(): Promise<string>
  /** Standard input in pieces. */
  inputBytes(): AsyncIterable<Uint8Array>
  /** Prompts for a line without echo on a terminal; otherwise reads the first line of standard input. */
  readSecret(prompt: string): Promise<string>
}

/** The arguments, validated against the description of the command. */
export interface Call {
  /** Reads the configuration; throws ConfigError. */
  config(): Config
  /** The source of each setting, with secrets hidden. */
  configReport(): ConfigReport[]
  /** A sentence with the remedy for each secret passed as a flag. */
  exposed: readonly string[]
  operands: readonly string[]
  /** The arguments after the name of the command, as they were given. */
  words: readonly string[]
  option(flag: `--${string}`): string | undefined
  has(flag: `--${string}`): boolean
  terminal: Terminal
  /** Entry module of worker threads, for `createWorkers`. */
  workerEntry: string
  /** Entry module of the watchdog thread. */
  watchdogEntry: string
  /** The program and its arguments before the name of the command. */
  executable: readonly string[]
}

/** An entry of the general help. The module is loaded when the command runs. */
export interface CommandEntry {
  readonly name: string
  readonly summary: string
  load(): Promise<Command>
}

/** `run` returns the exit code. */
export interface Command {
  /** Names of the operands in the help; a name in brackets is optional, one that ends with … may be repeated. */
  readonly operands?: readonly string[]
  readonly options?: readonly Option[]
  /** True if it reads the configuration, so that every setting is also a flag. */
  readonly settings: boolean
  /** True if it reports `exposed` itself; for other commands it is written to standard error. */
  readonly reportsExposed?: true
  /** Text below the usage line, one paragraph. */
  readonly details?: string
  /** Meaning of exit code 1. */
  readonly failure?: string
  run(call: Call): Promise<number> | number
}
