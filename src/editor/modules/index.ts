/**
 * Modules in the editor: what instances of them show, the list of the palette, and how the selection becomes one. Uses actions,
 * canvas and the service. Start at saved-modules.tsx.
 */
export { learnModules, moduleUse, savedCount } from './learn.ts'
export { SaveModuleDialog } from './save-module-dialog.tsx'
export { SavedModules } from './saved-modules.tsx'
export { type SavedModule, useModules } from './saved-modules.tsx'
