/** `Mod+Shift+Z`, `Alt+ArrowUp`, `?`. Mod is ⌘ on Apple platforms and Ctrl elsewhere. */
export type Shortcut = string

/** The members of a KeyboardEvent that matching uses. */
export interface KeyPress {
  key: string
  code?: string
  ctrlKey: boolean
  metaKey: boolean
  altKey: boolean
  shiftKey: boolean
}

export type Platform = 'apple' | 'other'

export function platformOf(navigator: { platform?: string; userAgent?: string }): Platform {
  return /Mac|iPhone|iPad|iPod/.test(navigator.platform ?? navigator.userAgent ?? '') ? 'apple' : 'other'
}

interface Parsed {
  key: string
  mod: boolean
  ctrl: boolean
  alt: boolean
  shift: boolean
}

/** Letters match the typed character, or the physical key if that is not Latin. */
export function isPressed(shortcut: Shortcut, press: KeyPress, platform: Platform): boolean {
  const wanted = parse(shortcut)
  const isApple = platform === 'apple'
  const ctrl = wanted.ctrl || (wanted.mod && !isApple)
  const meta = wanted.mod && isApple
  if (press.ctrlKey !== ctrl || press.metaKey !== meta || press.altKey !== wanted.alt) return false
  // A character such as ? needs Shift on some keyboards only.
  const isSign = wanted.key.length === 1 && !/[a-z0-9]/.test(wanted.key)
  if (!isSign && press.shiftKey !== wanted.shift) return false
  return keyOf(press) === wanted.key
}

const appleSigns: Record<string, string> = { Mod: '⌘', Ctrl: '⌃', Alt: '⌥', Shift: '⇧', enter: '↩', backspace: '⌫' }
const signs: Record<string, string> = {
  arrowup: '↑',
  arrowdown: '↓',
  arrowleft: '←',
  arrowright: '→',
  escape: 'Esc',
  delete: 'Del',
  space: 'Space',
  tab: 'Tab',
}

/** The printed keys: `['Ctrl', 'Shift', 'Z']` or `['⇧', '⌘', 'Z']`. */
export function keysOf(shortcut: Shortcut, platform: Platform): string[] {
  const { key, mod, ctrl, alt, shift } = parse(shortcut)
  const isApple = platform === 'apple'
  const name = key.length === 1 ? key.toUpperCase() : key.replace(/^./, (first) => first.toUpperCase())
  const shown = (isApple ? appleSigns[key] : undefined) ?? signs[key] ?? name
  const held = isApple
    ? [ctrl && 'Ctrl', alt && 'Alt', shift && 'Shift', mod && 'Mod']
    : [(ctrl || mod) && 'Ctrl', alt && 'Alt', shift && 'Shift']
  const names = held.filter((name) => name !== false).map((name) => (isApple ? (appleSigns[name] ?? name) : name))
  return [...names, shown]
}

/** `Ctrl+Shift+Z` or `⇧⌘Z`. */
export function printShortcut(shortcut: Shortcut, platform: Platform): string {
  return keysOf(shortcut, platform).join(platform === 'apple' ? '' : '+')
}

/** The value of `aria-keyshortcuts`. */
export function ariaShortcut(shortcut: Shortcut, platform: Platform): string {
  return shortcut.replace('Mod', platform === 'apple' ? 'Meta' : 'Control').replace('Ctrl', 'Control')
}

const parsed = new Map<Shortcut, Parsed>()

function parse(shortcut: Shortcut): Parsed {
  const known = parsed.get(shortcut)
  if (known !== undefined) return known
  const parts = shortcut === '+' ? ['+'] : shortcut.split('+')
  const has = (name: string) => parts.slice(0, -1).includes(name)
  const key = (parts.at(-1) ?? '').toLowerCase()
  const result = { key, mod: has('Mod'), ctrl: has('Ctrl'), alt: has('Alt'), shift: has('Shift') }
  parsed.set(shortcut, result)
  return result
}

function keyOf({ key, code = '' }: KeyPress): string {
  if (key === ' ') return 'space'
  const isLatin = key.length !== 1 || key.charCodeAt(0) < 128
  const letter = /^Key([A-Z])$/.exec(code)?.[1]
  return (isLatin || letter === undefined ? key : letter).toLowerCase()
}
