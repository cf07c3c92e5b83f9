/**
 * Global styles: theme colors, fonts, text, headings, links, buttons, named classes.
 * Start at styles.tsx.
 */
export { Styles } from './styles.tsx'
export { freeName, nameFrom } from './names.ts'
