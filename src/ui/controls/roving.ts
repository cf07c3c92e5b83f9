/** Where focus goes from one of `count` items by a key, or undefined for a key that moves nothing. Ends wrap around. */
export function roveTo(key: string, at: number, count: number, axis: Axis): number | undefined {
  if (count === 0) return undefined
  const [back, on] = stepKeys(axis)
  if (key === 'Home') return 0
  if (key === 'End') return count - 1
  if (on.includes(key)) return (at + 1) % count
  if (back.includes(key)) return (at - 1 + count) % count
  return undefined
}

/** Which arrow keys move: `row` mirrored where one reads from the right. */
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

/** The axis of a row in the direction of the element it is in. */
export function rowAxis(element: Element): Axis {
  return getComputedStyle(element).direction === 'rtl' ? 'row-rtl' : 'row'
}

/** Moves focus among the items of a container by arrow keys, and keeps one tab stop. Give it to the container's onKeyDown. */
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
