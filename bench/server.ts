/** Starts the compiled binary for a benchmark: own data directory, loopback, pinned to one core where taskset exists. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

export const binary = path.join(import.meta.dir, '../dist/svc')
export const apiKey = `svc_${'0123456789abcdef'.repeat(3)}`

const pin = Bun.which('taskset') ? ['taskset', '-c', '0'] : []

export interface Server {
  port: number
  pid: number
  dataDir: string
  /** Milliseconds from spawn to the first 200. */
  readyMs: number
  rssBytes(): number
  stop(): Promise<void>
}

/** Spawns a command that listens on `port` and waits for its first 200 on `probe`. */
export async function spawnServer(
  command: string[],
  options: { port: number; probe: string; env?: Record<string, string>; isPinned?: boolean },
) {
  const start = performance.now()
  const child = Bun.spawn([...(options.isPinned === false ? [] : pin), ...command], {
    env: { PATH: process.env['PATH'] ?? '', ...options.env },
    stdout: 'ignore',
    stderr: 'pipe',
  })
  // A benchmark that fails leaves no server that the next one would measure.
  process.on('exit', () => child.kill('SIGKILL'))
  const url = `http://127.0.0.1:${options.port}${options.probe}`
  for (;;) {
    const answered = await fetch(url).then(
      (response) => response.ok,
      () => false,
    )
    if (answered) break
    if (child.exitCode !== null) throw new Error(await new Response(child.stderr).text())
    if (performance.now() - start > 20_000) throw new Error(`${command[0]} did not answer on ${url}`)
    await Bun.sleep(1)
  }
  return { child, readyMs: performance.now() - start }
}

/** Starts `dist/svc serve`, on SQLite unless `env` says otherwise, with a known API key and no rate limit to speak of. */
export async function startBinary(
  port: number,
  dataDir = mkdtempSync(path.join(tmpdir(), 'svc-bench-')),
  env: Record<string, string> = {},
  { isPinned = true }: { isPinned?: boolean } = {},
): Promise<Server> {
  const { child, readyMs } = await spawnServer([binary, 'serve'], {
    port,
    isPinned,
    probe: '/healthz',
    env: {
      SVC_PORT: String(port),
      SVC_DATA_DIR: dataDir,
      SVC_BOOTSTRAP_API_KEY: apiKey,
      SVC_API_RATE_LIMIT: '100000000/60',
      SVC_LOG: 'warn',
      ...env,
    },
  })
  return {
    port,
    pid: child.pid,
    dataDir,
    readyMs,
    rssBytes: () => rssOf(child.pid),
    stop: async () => {
      child.kill('SIGTERM')
      await child.exited
    },
  }
}

/** Resident set size of a process, bytes (Linux). */
export function rssOf(pid: number): number {
  const line = /VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))
  return Number(line?.[1] ?? 0) * 1024
}

/** Milliseconds of processor that a process has used in all its threads (Linux). */
export function processorMsOf(pid: number): number {
  // Fields 14 and 15 of proc(5), in hundredths of a second; the name before them may hold spaces.
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
  return (Number(fields[11]) + Number(fields[12])) * 10
}

export function removeDirectory(directory: string): void {
  rmSync(directory, { recursive: true, force: true })
}
