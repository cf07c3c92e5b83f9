import { lazyPanel } from './lazy-panel.tsx'

/** Blocks and layouts to take. */
export const Palette = lazyPanel(async () => (await import('../palette/index.ts')).Palette)

/** What is set on the selection, or on the email when nothing is selected. */
export const Inspector = lazyPanel(async () => (await import('../inspector/index.ts')).Inspector)

/** The email as a tree. */
export const Layers = lazyPanel(async () => (await import('../layers/index.ts')).Layers)

/** Colors, fonts and texts of the whole email. */
export const Styles = lazyPanel(async () => (await import('../styles/index.ts')).Styles)

/** What would go wrong with the email. */
export const Checks = lazyPanel(async () => (await import('../checks/index.ts')).Checks)

/** The email as its recipients see it. */
export const PreviewDialog = lazyPanel<{ onClose: () => void }>(
  async () => (await import('../preview/index.ts')).PreviewDialog,
)

/** Makes a module of what is selected. */
export const SaveModule = lazyPanel<{ onClose: () => void }>(
  async () => (await import('../modules/index.ts')).SaveModuleDialog,
)

/** The email as its HTML. */
export const Code = lazyPanel(async () => (await import('../code/index.ts')).Code)

/** What was saved before. */
export const Versions = lazyPanel<{ onClose: () => void }>(async () => (await import('../versions/index.ts')).Versions)
