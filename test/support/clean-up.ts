/** What tests leave behind and must be undone: after each file in a parallel run, else after the last (an `afterAll` of the preload). */
const pending: (() => unknown)[] = []

/** Has `undo` run after the tests, the newest first. */
export function cleanUp(undo: () => unknown): void {
  pending.push(undo)
}

/** Undoes everything, even when one of them fails; then fails with the first reason. */
export async function runCleanUps(): Promise<void> {
  const failures: unknown[] = []
  for (const undo of pending.splice(0).reverse()) {
    try {
      await undo()
    } catch (error) {
      failures.push(error)
    }
  }
  if (failures.length > 0) throw failures[0]
}

/** How long a program may take to end by itself, ms. */
const endMs = 5000

/** Ends a program, with SIGKILL if it does not end by itself: one that hangs must not hold up the tests after it. */
export async function endProcess(child: Pick<Bun.Subprocess, 'exited' | 'kill'>): Promise<void> {
  const forced = setTimeout(() => child.kill('SIGKILL'), endMs)
  child.kill()
  await child.exited
  clearTimeout(forced)
}
