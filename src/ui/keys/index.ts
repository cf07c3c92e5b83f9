/**
 * Keyboard shortcuts such as `Mod+Shift+Z`: matching key presses and printing them for the platform.
 * Pure.
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
