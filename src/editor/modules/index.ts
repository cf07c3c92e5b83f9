/**
 * Saved modules: content of instances, the list in the palette, and saving the selection as a module. Start at
 * saved-modules.tsx.
 */
export { addModules, moduleUse, savedModuleCount } from './learn.ts'
export { SaveModuleDialog } from './save-module-dialog.tsx'
export { SavedModules } from './saved-modules.tsx'
export { type SavedModule, useModules } from './saved-modules.tsx'
