import { type ChildProcess, spawn } from 'node:child_process'
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable, Writable } from 'node:stream'
import { ChromiumError } from './chromium-error.ts'
import { type Devtools, openDevtools } from './devtools.ts'

export interface Browser {
  devtools: Devtools
  /** Ends it with all its processes, and deletes its profile. */
  close(): Promise<void>
}

// Blocks the network: names do not resolve, and all other requests use a proxy that does not exist.
const flags = [
  '--headless',
  '--remote-debugging-pipe',
  '--no-first-run',
  '--no-default-browser-check',
  '--disable-extensions',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-default-apps',
  '--disable-sync',
  '--disable-breakpad',
  '--disable-crash-reporter',
  '--disable-dev-shm-usage',
  '--disable-gpu',
  '--hide-scrollbars',
  '--mute-audio',
  '--force-color-profile=srgb',
  '--host-resolver-rules=MAP * ~NOTFOUND',
  '--proxy-server=http://127.0.0.1:9',
  '--proxy-bypass-list=<-loopback>',
]

/** True if browsers run without their sandbox, which Chromium does not support for root. */
export function isSandboxOff(): boolean {
  return process.getuid?.() === 0
}

/** Starts a browser with a fresh profile in the folder. */
export async function launch(path: string, folder: string): Promise<Browser> {
  const home = join(folder, crypto.randomUUID())
  await mkdir(home, { recursive: true, mode: 0o700 })
  const asRoot = isSandboxOff() ? ['--no-sandbox'] : []
  const child = spawn(path, [...flags, ...asRoot, `--user-data-dir=${home}`, 'about:blank'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe', 'pipe'],
    cwd: home,
    // All of its files are in its profile. The path is short, because it creates a socket there. It inherits no settings of
    // the service.
    env: {
      PATH: '/usr/local/bin:/usr/bin:/bin',
      HOME: home,
      TMPDIR: '.',
      XDG_CONFIG_HOME: home,
      XDG_CACHE_HOME: home,
    },
    // A process group of its own, so that all its processes can be ended together.
    detached: true,
  })
  const gone = new Promise<void>((resolve) => {
    child.once('exit', () => resolve())
    child.once('error', () => resolve())
  })
  const [, , , input, output] = child.stdio
  if (!(input instanceof Writable) || !(output instanceof Readable)) {
    await rm(home, { recursive: true, force: true })
    throw new ChromiumError('failed', `Chromium does not start: ${path} cannot be run.`)
  }
  const devtools = openDevtools(input, output)
  child.once('error', ({ message }) => devtools.end(new ChromiumError('failed', `Chromium does not start: ${message}`)))
  child.once('exit', () => devtools.end(new ChromiumError('failed', 'Chromium has ended.')))
  let closing: Promise<void> | undefined
  return {
    devtools,
    close: () => (closing ??= end(child, gone, home)),
  }
}

async function end(child: ChildProcess, gone: Promise<void>, home: string): Promise<void> {
  if (child.pid !== undefined) killGroup(child.pid)
  await gone
  await rm(home, { recursive: true, force: true, maxRetries: 5, retryDelay: 50 })
}

function killGroup(pid: number): void {
  try {
    process.kill(-pid, 'SIGKILL')
  } catch {
    // It has exited already.
  }
}
