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

/** The items of a list that were loaded, with a button for more of them. */
export function Listed<T>({ of: list, empty, children }: ListedProps<T>) {
  return (
    <>
      <Loaded from={list}>{(items) => (items.length === 0 ? empty : children(items))}</Loaded>
      <ShowMore of={list} />
    </>
  )
}
