import { readFileSync, readlinkSync } from 'node:fs'

/** The id that the system gives the calling thread; undefined where it says none (Linux does, in /proc). */
export function ownThreadId(): number | undefined {
  if (process.platform !== 'linux') return undefined
  try {
    return Number(readlinkSync('/proc/thread-self').split('/').at(-1))
  } catch {
    return undefined
  }
}

/** Milliseconds that a thread of this process has computed so far (proc(5), schedstat); undefined where it cannot be known. */
export function processorMsOf(threadId: number | undefined): number | undefined {
  if (threadId === undefined) return undefined
  try {
    const ms = Number.parseInt(readFileSync(`/proc/self/task/${threadId}/schedstat`, 'utf8'), 10) / 1e6
    return Number.isNaN(ms) ? undefined : ms
  } catch {
    // Kernels without CONFIG_SCHEDSTATS have no such file.
    return undefined
  }
}
