import { showNext } from '../checks/index.ts'
import type { Command } from '../state/index.ts'

export const regionCommands: readonly Command[] = [
  {
    id: 'nextRegion',
    label: 'command.nextRegion',
    keys: ['F6'],
    enabled: () => true,
    run: () => goToRegion(1),
  },
  {
    id: 'previousRegion',
    label: 'command.previousRegion',
    keys: ['Shift+F6'],
    enabled: () => true,
    run: () => goToRegion(-1),
  },
  {
    id: 'nextFinding',
    label: 'command.nextFinding',
    keys: ['F8'],
    enabled: ({ config, mode }) => config.customization.checks !== false && mode.peek() === 'visual',
    run: (editor) => void showNext(editor),
  },
]

/** Order of regions for F6. */
const order = ['rail', 'canvas', 'code', 'inspector', 'bar'] as const

/** Focuses the next (1) or previous (-1) visible region. */
function goToRegion(step: 1 | -1): void {
  const shown = order.filter((name) => regionOf(name)?.checkVisibility({ visibilityProperty: true }) === true)
  const current = document.activeElement?.closest<HTMLElement>('[data-region]')?.dataset['region']
  const at = shown.findIndex((name) => name === current)
  const name = shown[(at + step + shown.length) % shown.length]
  const region = name === undefined ? null : regionOf(name)
  firstStop(region)?.focus()
}

/** Focuses the first setting of the selection, after the hide and lock buttons in the head of the panel. */
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
