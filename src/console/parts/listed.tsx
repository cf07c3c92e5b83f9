import type { ComponentChildren } from 'preact'
import { Loaded } from './loaded.tsx'
import { ShowMore } from './show-more.tsx'
import type { Pages } from './use-pages.ts'

interface ListedProps<T> {
  of: Pages<T>
  /** Instead of a list without items. */
  empty: ComponentChildren
  children: (items: readonly T[]) => ComponentChildren
}

/** The items of a list that is the last thing of its page; more of them are loaded before its end is on the screen. */
export function Listed<T>({ of: list, empty, children }: ListedProps<T>) {
  return (
    <>
      <Loaded from={list}>{(items) => (items.length === 0 ? empty : children(items))}</Loaded>
      <ShowMore of={list} isAutomatic />
    </>
  )
}
