import { late } from '../startup/deferred.tsx'

/** Types in the block that the editor says. */
export const Typing = late(async () => {
  await freeTime()
  return (await import('./typing.tsx')).Typing
})

/** The tools of the text that is typed. */
export const TextTools = late(async () => (await import('./text-tools.tsx')).TextTools)

/** Resolves when the page has nothing else to do, after a second and a half at the latest. */
function freeTime(): Promise<void> {
  return new Promise((resolve) => {
    if (typeof requestIdleCallback === 'undefined') resolve()
    else requestIdleCallback(() => resolve(), { timeout: 1500 })
  })
}
