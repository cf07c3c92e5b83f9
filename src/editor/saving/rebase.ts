/** The engines that saving needs only when something was saved: in the chunk that checks changes. */
export { blockTypes } from '../../engines/blocks/index.ts'
export { applyOperations, operationsBetween, rebaseOperations } from '../../engines/document/index.ts'
