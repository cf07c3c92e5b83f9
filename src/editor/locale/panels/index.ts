/**
 * Texts of the panels, separate from those of the shell so that the first screen does not wait for them. English
 * defines the keys. Start at en.ts.
 */
export type { PanelTexts } from './en.ts'
export { type PanelWords, loadPanelWords, otherLanguages } from './load.ts'
export { type PanelKey, texts } from './en.ts'
