/**
 * What changes an email: the renderer, what checks operations, the commands, saving. Read right after the first image, which
 * the service rendered, is on the screen. Start at engine.ts.
 */
export { speakItsLanguage } from '../actions/index.ts'
export { createRenderPage } from '../canvas/index.ts'
export { commands } from '../commands/index.ts'
export { apply } from './apply.ts'
