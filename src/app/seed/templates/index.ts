/**
 * Folders, templates in every state of publishing, and a module of two templates. plan.ts lists them. Start at
 * seed-templates.ts.
 */
export { type SeededTemplates, seedTemplates } from './seed-templates.ts'
