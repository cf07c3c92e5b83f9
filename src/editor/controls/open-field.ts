import { unfold } from './group.tsx'

/** Maximum frames to wait for a panel whose code is loading. */
const maxFrames = 60

/** Focuses the field of a property such as `alt`, `style.color` or `items.0.href` as soon as it is rendered. */
export async function openField(prop: string): Promise<void> {
  unfold(
    /^(when|each)\b/.test(prop) ? ['conditions'] : /^(anchor|classes|name|parts)\b/.test(prop) ? ['advanced'] : main,
  )
  for (let frame = 0; frame < maxFrames; frame++) {
    await new Promise((resolve) => requestAnimationFrame(resolve))
    const panel = document.querySelector<HTMLElement>('[data-region="inspector"]')
    const find = (target: string) => (panel === null ? undefined : fieldOf(panel, target.split('.')))
    // Sections have their styles in `box`.
    const field = find(prop) ?? find(prop.replace(/^style\./, 'box.'))
    if (field === undefined) continue
    field.scrollIntoView({ block: 'nearest' })
    return firstControl(field)?.focus()
  }
}

const main = [
  'content',
  'style',
  'spacing',
  'more',
  'columns',
  'band',
  'inbox',
  'language',
  'sheet',
  'fields',
  'module',
]

/**
 * Field of the longest matching prefix; the item of a list is expanded first, and its field appears in the next
 * frame.
 */
function fieldOf(within: HTMLElement, target: readonly string[]): HTMLElement | undefined {
  for (let length = target.length; length > 0; length--) {
    const name = CSS.escape(target.slice(0, length).join('.'))
    const field = within.querySelector<HTMLElement>(`[data-field="${name}"]`)
    if (field === null) continue
    const [number = '', ...rest] = target.slice(length)
    const head = field.querySelectorAll<HTMLElement>('.svc-item-head')[Number.parseInt(number, 10)]
    if (head === undefined) return field
    if (head.ariaExpanded !== 'true') {
      head.click()
      return undefined
    }
    const item = head.closest<HTMLElement>('.svc-item')
    return (item === null || rest.length === 0 ? undefined : fieldOf(item, rest)) ?? head
  }
  return undefined
}

function firstControl(field: HTMLElement): HTMLElement | undefined {
  if (field.matches('button')) return field
  const controls = field.querySelectorAll<HTMLElement>(
    'input, textarea, select, [contenteditable="true"], button:not(.svc-reset)',
  )
  return [...controls].find((control) => control.checkVisibility() && !control.matches(':disabled'))
}
