/**
 * The panels and dialogs around the canvas as the shell mounts them: each is fetched when it is first shown, code and texts.
 * Nothing else of the panels is in the first chunk. Start at lazy-panel.tsx.
 */
export { Checks, Code, Inspector, Layers, Palette, PreviewDialog, SaveModule, Styles, Versions } from './panels.tsx'
