/**
 * What people do to an email, as operations with a label and a word for the screen reader: insert, move, remove, duplicate,
 * copy. Commands, drag and palette all come here. Asks the state and the engines, never the DOM. Start at insert.ts.
 */
export { type Place, fitsInto, isRow, nameOf } from './place.ts'
export { insertNode, insertionPlace, newBlock, newSection, placeFor } from './insert.ts'
export { moveBy, moveTo, standsAt } from './move.ts'
export { duplicateNode, removeNode } from './remove.ts'
export { type Clip, clipOf, pasteNodes, readClip, writeClip } from './clipboard.ts'
export { duplicateAll, moveAllBy, moveAllTo, nameOfAll, removeAll, spotsOf } from './several.ts'
export { type Direction, neighbourOf } from './neighbour.ts'
export { blockAfter } from './beside.ts'
