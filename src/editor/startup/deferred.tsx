import { signal } from '@preact/signals'
import type { ComponentType } from 'preact'
import { useEffect } from 'preact/hooks'

const { promise: firstRender, resolve } = Promise.withResolvers<void>()

/** Resolves after the first rendering; code that it does not need is loaded afterwards. */
export { firstRender }

export function markFirstRender(): void {
  resolve()
}

/** A component whose code is loaded after its surroundings are shown; renders nothing meanwhile. */
export function deferred<Props extends object>(load: () => Promise<ComponentType<Props>>): ComponentType<Props> {
  const loaded = signal<ComponentType<Props> | undefined>(undefined)
  let isRequested = false
  return function Late(props: Props) {
    useEffect(() => {
      if (isRequested) return
      isRequested = true
      void firstRender.then(load).then((part) => (loaded.value = part))
    }, [])
    const Part = loaded.value
    return Part === undefined ? null : <Part {...props} />
  }
}
