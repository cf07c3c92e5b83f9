import { limits } from '../kernel/limits.ts'
import type { InstallationCheck } from './operations/index.ts'

/** The findings of `svc doctor`. */
export type CheckInstallation = () => Promise<readonly InstallationCheck[]>

/**
 * Runs `svc doctor` with the flags and the environment of this process. A process of its own, for some checks read files for
 * seconds without yielding. Callers that come while it runs share its findings. `executable` is the command line of this
 * program, `flags` those of its command.
 */
export function doctorInProcess(executable: readonly string[], flags: readonly string[]): CheckInstallation {
  let running: Promise<readonly InstallationCheck[]> | undefined
  return () => {
    running ??= run([...executable, 'doctor', '--json', ...flags]).finally(() => (running = undefined))
    return running
  }
}

async function run(command: readonly string[]): Promise<readonly InstallationCheck[]> {
  const child = Bun.spawn([...command], {
    stdin: 'ignore',
    stdout: 'pipe',
    stderr: 'pipe',
    timeout: limits.doctorSeconds * 1000,
    killSignal: 'SIGKILL',
  })
  child.unref()
  const [text, complaint] = await Promise.all([new Response(child.stdout).text(), new Response(child.stderr).text()])
  await child.exited
  if (text.startsWith('{')) return (JSON.parse(text) as { findings: InstallationCheck[] }).findings
  const message =
    child.signalCode === null
      ? complaint.trim() || 'svc doctor printed nothing'
      : `svc doctor did not finish within ${limits.doctorSeconds} seconds`
  return [{ name: 'doctor', state: 'fail', message, remedy: 'Run svc doctor on the machine of the service' }]
}
