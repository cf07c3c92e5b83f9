/**
 * Milliseconds of processor time this process has used so far, in all its threads. A bound on work is set in it, for
 * the clock on the wall also counts what else the machine does.
 */
export function processorMs(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}
