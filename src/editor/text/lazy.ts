import { deferred } from '../startup/deferred.tsx'

export const Typing = deferred(async () => {
  await whenIdle()
  return (await import('./typing.tsx')).Typing
})

export const TextTools = deferred(async () => (await import('./text-tools.tsx')).TextTools)

/** Resolves when the page is idle, after 1.5 s at the latest. */
function whenIdle(): Promise<void> {
  return new Promise((resolve) => {
    if (typeof requestIdleCallback === 'undefined') resolve()
    else requestIdleCallback(() => resolve(), { timeout: 1500 })
  })
}
