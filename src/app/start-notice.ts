import { networkInterfaces } from 'node:os'
import type { Config } from '../platform/config/index.ts'
import type { Bootstrapped } from './bootstrap.ts'
import { version } from './version.ts'

type NoticeConfig = Pick<Config, 'appUrl' | 'host' | 'port' | 'demo'>

export interface NoticeOptions {
  config: NoticeConfig
  /** For terminals: separated from the log, with the next steps. */
  forUsers: boolean
  /** IP address of this machine in its network; detected by default. */
  ownAddress?: string | undefined
}

/** Text for standard output at the start. The key and the link are printed nowhere else. */
export function startNotice({ firstStart, setupToken }: Bootstrapped, options: NoticeOptions): string {
  const { config, forUsers } = options
  const { url, elsewhere } = reachable(config, 'ownAddress' in options ? options.ownAddress : findOwnAddress())
  const rows: [string, string][] = []
  if (firstStart?.apiKey !== undefined) rows.push(['API key', firstStart.apiKey])
  if (firstStart !== undefined) rows.push(['Plugin ID', firstStart.pluginId], ['Secret Key', firstStart.pluginSecret])
  if (firstStart !== undefined && config.demo !== 'off') rows.push(['Editor demo', `${url}/demo`])
  if (setupToken !== undefined) rows.push(['First account', `${url}/setup?token=${setupToken}`])
  const shown = rows.map(([name, value]) => `${name.padEnd(13)}  ${value}`)
  const notes = [
    ...(firstStart === undefined
      ? []
      : ['Save these: they are shown only once. svc keys create creates another API key.']),
    ...(elsewhere === undefined ? [] : [elsewhere]),
  ]
  const head = `svc ${version} on ${url}`
  if (!forUsers) return [head, ...shown, ...notes].join('\n')
  const parts = [[head], shown, [...notes, ...nextSteps(url, setupToken !== undefined)]]
  const blocks = parts.filter((lines) => lines.length > 0).map((lines) => lines.map((line) => `  ${line}`).join('\n'))
  return `\n${blocks.join('\n\n')}\n\n`
}

function nextSteps(url: string, isNew: boolean): string[] {
  const step = isNew
    ? 'Next: open the First account link in a browser and choose a password.'
    : `Sign in at ${url}/sign-in.`
  return [step, `API reference: ${url}/docs. Stop with Ctrl+C.`]
}

/** The console URL as a browser on this machine reaches it. */
export function consoleUrlOf(config: Pick<NoticeConfig, 'appUrl' | 'host' | 'port'>): string {
  return reachable(config, undefined).url
}

/** The URL for this machine, and the replacement for other machines. */
function reachable(
  { appUrl, host, port }: Pick<NoticeConfig, 'appUrl' | 'host' | 'port'>,
  own: string | undefined,
): { url: string; elsewhere?: string } {
  const isUsual = host === '127.0.0.1' || host === 'localhost'
  if (isUsual || appUrl !== `http://localhost:${port}`) return { url: appUrl }
  if (host !== '0.0.0.0' && host !== '::') return { url: `http://${host.includes(':') ? `[${host}]` : host}:${port}` }
  const example = own === undefined ? '' : `, such as ${own},`
  const elsewhere = `On other machines use this machine’s address${example} instead of localhost; SVC_BASE_URL sets it.`
  return { url: appUrl, elsewhere }
}

function findOwnAddress(): string | undefined {
  const all = Object.values(networkInterfaces()).flatMap((entries) => entries ?? [])
  return all.find(({ family, internal }) => family === 'IPv4' && !internal)?.address
}
