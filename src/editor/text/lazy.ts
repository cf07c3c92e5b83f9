import { late } from '../startup/deferred.tsx'

export const Typing = late(async () => {
  await freeTime()
  return (await import('./typing.tsx')).Typing
})

export const TextTools = late(async () => (await import('./text-tools.tsx')).TextTools)

/** Resolves when the page is idle, after 1.5 s at the latest. */
function freeTime(): Promise<void> {
  return new Promise((resolve) => {
    if (typeof requestIdleCallback === 'undefined') resolve()
    else requestIdleCallback(() => resolve(), { timeout: 1500 })
  })
}
