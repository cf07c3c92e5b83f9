/**
 * Keyboard shortcuts: written once as `Mod+Shift+Z`, matched against key presses and shown as the platform prints them.
 * Pure; it knows no command and no document.
 */
export {
  type KeyPress,
  type Platform,
  type Shortcut,
  ariaShortcut,
  isPressed,
  keysOf,
  platformOf,
  printShortcut,
} from './shortcut.ts'
