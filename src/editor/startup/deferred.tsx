import { signal } from '@preact/signals'
import type { ComponentType } from 'preact'
import { useEffect } from 'preact/hooks'

const { promise: firstRender, resolve } = Promise.withResolvers<void>()

/** Resolves when the email is on the screen: until then nothing is read that does not show it. */
export { firstRender }

/** Says that the email is on the screen. */
export function emailShown(): void {
  resolve()
}

/** A part of the page whose code is read after what is around it was shown; nothing stands there meanwhile. */
export function late<Props extends object>(load: () => Promise<ComponentType<Props>>): ComponentType<Props> {
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
