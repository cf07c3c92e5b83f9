/** What tests leave behind and must be undone. Bun runs an `afterAll` of the preload once, after the last file. */
const pending: (() => unknown)[] = []

/** Has `undo` run after the last test of the process, the newest first. */
export function cleanUp(undo: () => unknown): void {
  pending.push(undo)
}

export async function runCleanUps(): Promise<void> {
  for (const undo of pending.splice(0).reverse()) await undo()
}
