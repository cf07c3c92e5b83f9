/** The index that a key moves focus to among `count` items; undefined for other keys. Wraps around. */
export function roveTo(key: string, at: number, count: number, axis: Axis): number | undefined {
  if (count === 0) return undefined
  const [back, on] = stepKeys(axis)
  if (key === 'Home') return 0
  if (key === 'End') return count - 1
  if (on.includes(key)) return (at + 1) % count
  if (back.includes(key)) return (at - 1 + count) % count
  return undefined
}

/** The arrow keys that move; `row-rtl` is mirrored. */
export type Axis = 'row' | 'row-rtl' | 'column' | 'grid'

function stepKeys(axis: Axis): [back: string[], on: string[]] {
  if (axis === 'column') return [['ArrowUp'], ['ArrowDown']]
  if (axis === 'row') return [['ArrowLeft'], ['ArrowRight']]
  if (axis === 'row-rtl') return [['ArrowRight'], ['ArrowLeft']]
  return [
    ['ArrowLeft', 'ArrowUp'],
    ['ArrowRight', 'ArrowDown'],
  ]
}

/** `row` or `row-rtl`, by the direction of the element. */
export function rowAxis(element: Element): Axis {
  return getComputedStyle(element).direction === 'rtl' ? 'row-rtl' : 'row'
}

/**
 * Roving tabindex: moves focus among the items of a container by arrow keys, with one tab stop. For onKeyDown of the
 * container.
 */
export function rove(
  event: KeyboardEvent,
  container: HTMLElement,
  selector: string,
  axis: Axis,
): HTMLElement | undefined {
  const items = [...container.querySelectorAll<HTMLElement>(selector)].filter((item) => item.offsetParent !== null)
  const at = items.indexOf(document.activeElement as HTMLElement)
  if (at === -1 || event.altKey || event.ctrlKey || event.metaKey) return undefined
  const to = roveTo(event.key, at, items.length, axis)
  const target = to === undefined ? undefined : items[to]
  if (target === undefined) return undefined
  event.preventDefault()
  event.stopPropagation()
  for (const item of items) item.tabIndex = item === target ? 0 : -1
  target.focus()
  return target
}
