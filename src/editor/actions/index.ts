/**
 * Edits of an email as operations with a label and a screen reader message: insert, move, remove, duplicate, copy.
 * Commands, drag and palette use them. No DOM.
 */
export { labelOf } from './node-label.ts'
export { type InsertPosition, fitsInto, isRow, kindName, nameOf } from './position.ts'
export { translateDefaults, followEmailLanguage } from './content-words.ts'
export { addedBlock, insertNode, insertPosition, newBlock, newSection, positionFor } from './insert.ts'
export { moveTo, isAtPosition } from './move.ts'
export { duplicateNodes } from './duplicate.ts'
export { removeNodes } from './remove.ts'
export { isRefused, lockRefusal, whyNotDuplicated, whyNotMoved, whyNotRemoved } from './refusals.ts'
export { type Clip, clipOf, pasteNodes, readClip, writeClip } from './clipboard.ts'
export { nameOfAll, entriesOf } from './chosen.ts'
export { moveAllBy, moveAllTo } from './move.ts'
export { type Direction, neighborOf } from './neighbor.ts'
export { blockAfter } from './neighbor.ts'
export { labelIn, newOwnBlock, ownBlocks, ownOf } from './own-blocks.ts'
export { offeredBlocks, offersLayouts, unknownTypes } from './offered.ts'
