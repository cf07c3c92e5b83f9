const maxPauseMs = 50

/**
 * Resolves once the condition holds; fails after the given time, naming what was waited for. Asks less often the longer it
 * takes, for conditions are queries, and the machine is busy with what is waited for.
 */
export async function until(
  holds: () => boolean | Promise<boolean>,
  what: string | (() => string),
  timeoutMs = 120_000,
): Promise<void> {
  const end = performance.now() + timeoutMs
  for (let pauseMs = 2; !(await holds()); pauseMs = Math.min(maxPauseMs, pauseMs * 1.5)) {
    if (performance.now() > end) throw new Error(`Waited in vain for ${typeof what === 'string' ? what : what()}`)
    await Bun.sleep(pauseMs)
  }
}
