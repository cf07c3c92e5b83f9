import { readFileSync, readdirSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'

/** A test may take five minutes, and has come to its end, or failed, by then: who is silent for longer is in a loop. */
export const timeoutMs = 8 * 60_000

/** A process that runs tests, by what it noted of itself last (test/support/progress.ts). */
interface Worker {
  pid: number
  /** The test file that it was at; empty between files. */
  file: string
  silentMs: number
}

/**
 * Ends the processes that came no further for longer than `timeoutMs`, which no timeout within them can: those at a file
 * at once, those between files when all are silent. Answers what to say of each, and how many processes there were.
 */
export function endStandstill(directory: string, nowMs: number): { ended: string[]; living: number } {
  const workers = readWorkers(directory, nowMs)
  const isOver = ({ silentMs }: Worker) => silentMs > timeoutMs
  const stuck = workers.filter((worker) => isOver(worker) && (worker.file !== '' || workers.every(isOver)))
  for (const { pid } of stuck) process.kill(pid, 'SIGKILL')
  const ended = stuck.map(({ pid, file, silentMs }) => {
    const place = file === '' ? 'after its last file' : `in ${file}`
    return `Process ${pid} stood still for ${Math.round(silentMs / 60_000)} minutes ${place}, and was ended.`
  })
  return { ended, living: workers.length }
}

function readWorkers(directory: string, nowMs: number): Worker[] {
  return readdirSync(directory).flatMap((name) => {
    const path = join(directory, name)
    const pid = Number(name)
    if (isAlive(pid)) return [{ pid, file: readFileSync(path, 'utf8'), silentMs: nowMs - statSync(path).mtimeMs }]
    // The number may be another's soon.
    rmSync(path)
    return []
  })
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}
