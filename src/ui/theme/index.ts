/**
 * The computed part of the theme: derives fill, text and ink with enough contrast from any accent color. The fixed part
 * is ui/theme.css.
 */
export { type Accent, type Scheme, accentOf, applyTheme } from './accent.ts'
export { type Oklch, type Rgb, contrastOf, fromOklch, printHex, readHex, toOklch } from './oklch.ts'
