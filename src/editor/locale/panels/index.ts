/**
 * The texts of the panels, apart from those of the shell so that the first screen does not wait for them. English is the list
 * of keys; every other language has all of them, and the labels that block types declare. Start at en.ts.
 */
export type { PanelTexts } from './en.ts'
export { type PanelWords, loadPanelWords, otherLanguages } from './load.ts'
export { type PanelKey, texts } from './en.ts'
