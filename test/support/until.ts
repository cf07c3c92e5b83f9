/** Resolves once the condition holds; fails after the given time, naming what was waited for. */
export async function until(
  holds: () => boolean | Promise<boolean>,
  what: string | (() => string),
  timeoutMs = 120_000,
): Promise<void> {
  const end = performance.now() + timeoutMs
  while (!(await holds())) {
    if (performance.now() > end) throw new Error(`Waited in vain for ${typeof what === 'string' ? what : what()}`)
    await Bun.sleep(5)
  }
}
