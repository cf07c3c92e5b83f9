import { readFileSync } from 'node:fs'
import { ConfigError } from './read-config.ts'

/** The service that a client on this machine calls, and its API key. */
export interface ClientConfig {
  /** Without a trailing slash. */
  readonly url: string
  readonly apiKey: string
}

const defaultUrl = 'http://localhost:3009'

/**
 * Reads `SVC_URL` and `SVC_API_KEY`, or the file that `SVC_API_KEY_FILE` names. Throws ConfigError with the remedy. `url` is a
 * flag, which wins.
 */
export function readClientConfig(
  url: string | undefined,
  environment: Readonly<Record<string, string | undefined>> = process.env,
): ClientConfig {
  const text = url ?? environment['SVC_URL'] ?? defaultUrl
  const apiKey = readKey(environment)
  const problems = [
    ...(isHttpUrl(text) ? [] : [`SVC_URL must be the http or https URL of the service, such as ${defaultUrl}.`]),
    ...(apiKey === ''
      ? ['SVC_API_KEY is missing: set it to an API key of the project, such as svc keys create prints.']
      : []),
  ]
  if (problems.length > 0) throw new ConfigError(problems)
  return { url: text.replace(/(?<!\/)\/+$/, ''), apiKey }
}

function readKey(environment: Readonly<Record<string, string | undefined>>): string {
  const { SVC_API_KEY: key, SVC_API_KEY_FILE: path } = environment
  if (key !== undefined || path === undefined) return (key ?? '').trim()
  try {
    return readFileSync(path, 'utf8').trim()
  } catch {
    throw new ConfigError([`SVC_API_KEY_FILE: ${path} cannot be read.`])
  }
}

function isHttpUrl(text: string): boolean {
  return /^https?:$/.test(URL.parse(text)?.protocol ?? '')
}
