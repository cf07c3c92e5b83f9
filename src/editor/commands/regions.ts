/** The regions in the order of F6. */
const order = ['rail', 'canvas', 'code', 'inspector', 'bar'] as const

/** Puts the focus on a region of the editor, or that many steps on from the one that has it. */
export function goToRegion(wanted: (typeof order)[number] | 1 | -1): void {
  const shown = order.filter((name) => regionOf(name)?.checkVisibility({ visibilityProperty: true }) === true)
  const current = document.activeElement?.closest<HTMLElement>('[data-region]')?.dataset['region']
  const at = shown.findIndex((name) => name === current)
  const name = typeof wanted === 'string' ? wanted : shown[(at + wanted + shown.length) % shown.length]
  const region = name === undefined ? null : regionOf(name)
  firstStop(region)?.focus()
}

/** Puts the focus on the first setting of the selection, behind the buttons of the panel's head, which hide and lock it. */
export function goToSettings(): void {
  const region = regionOf('inspector')
  const isSetting = (element: HTMLElement) => element.closest('.svc-inspector-head') === null
  ;(firstStop(region, isSetting) ?? firstStop(region))?.focus()
}

function regionOf(name: string): HTMLElement | null {
  return document.querySelector<HTMLElement>(`[data-region="${name}"]`)
}

const stops =
  'button:not([tabindex="-1"]), input:not([tabindex="-1"]), select, textarea, a[href], [tabindex="0"], [contenteditable="true"]'

function firstStop(
  region: HTMLElement | null,
  isWanted: (element: HTMLElement) => boolean = () => true,
): HTMLElement | undefined {
  if (region === null) return undefined
  return [...region.querySelectorAll<HTMLElement>(stops)].find(
    (element) => isWanted(element) && element.checkVisibility(),
  )
}
