import { spawn } from 'node:child_process'

/**
 * The name and version that the browser at a path prints, such as `Chromium 156.0`; undefined if it does not run or times
 * out.
 */
export function readVersion(path: string, timeoutMs: number): Promise<string | undefined> {
  return new Promise((resolve) => {
    const child = spawn(path, ['--version'], { stdio: ['ignore', 'pipe', 'ignore'], env: { PATH: '/usr/bin:/bin' } })
    const late = setTimeout(() => child.kill('SIGKILL'), timeoutMs)
    let said = ''
    child.stdout.on('data', (chunk: Buffer) => void (said += chunk.toString().slice(0, 200)))
    const end = (answer: string | undefined) => {
      clearTimeout(late)
      resolve(answer)
    }
    child.once('error', () => end(undefined))
    child.once('close', (code) => end(code === 0 && said.trim() !== '' ? said.trim().split('\n')[0] : undefined))
  })
}
