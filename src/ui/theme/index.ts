/**
 * The computed part of the theme: an accent of any color becomes fill, text on it and ink that can be read in light and
 * dark. The fixed part are the tokens of ui/theme.css.
 */
export { type Accent, type Scheme, accentOf, applyTheme } from './accent.ts'
export { type Oklch, type Rgb, contrastOf, fromOklch, printHex, readHex, toOklch } from './oklch.ts'
