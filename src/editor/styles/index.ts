/**
 * The global styles: theme colors in light and dark, fonts, text, headings, links, buttons and named classes. Fields are
 * declared as data and rendered by controls. Start at styles.tsx.
 */
export { Styles } from './styles.tsx'
export { freeName, nameFrom } from './names.ts'
