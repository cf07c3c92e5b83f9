/**
 * The email document: its model, reading from untrusted input, and the five operations that change it. Built on them:
 * comparing documents, computing the operations between two, rebasing concurrent ones, restoring nodes, rules for changes,
 * and expanding module instances. Pure and browser-safe; block types are parameters. Start at model.ts.
 */
export type * from './model.ts'
export { type PathKind, type UsedPath, usedPaths } from './used-paths.ts'
export { documentSchema, rootId } from './model.ts'
export type { Field } from './block-schema.ts'
export {
  type Meaning,
  color,
  htmlSource,
  instantOrPath,
  meaningOf,
  pixels,
  richText,
  taggedText,
  url,
} from './properties.ts'
export type { BlockSchema, BlockSchemas } from './block-schema.ts'
export type { OwnBlock, OwnBlockDeclaration, OwnField, OwnLabel, OwnValue } from './own-blocks/schema.ts'
export { ownBlockSchema } from './own-blocks/schema.ts'
export { checkOwnDeclarations, isOwnBlock } from './reading/own-block.ts'
export { expandOwnBlock, ownValue } from './own-blocks/values.ts'
export { parseRichText } from './rich-text/parse.ts'
export { readColor } from './rich-text/marks.ts'
export { decodeEntities, escapeHtml } from './rich-text/entities.ts'
export { type ReadOptions, type Refused } from './reading/reading.ts'
export { readDocument } from './reading/read-document.ts'
export { type Migration, migrateDocument } from './reading/read-document.ts'
export { isAddress } from './reading/text.ts'
export { createDocument } from './create.ts'
export {
  type NodeList,
  type Visit,
  childrenOf,
  countNodes,
  fallbackOf,
  findNode,
  isInteractive,
  listsOf,
  walkNodes,
  withList,
  withLists,
} from './walk.ts'
export { type BlockSummary, documentText, listBlocks, summarizeNode } from './text.ts'
export { translate } from './translation/translate.ts'
export { directionOf } from './translation/translate.ts'
export { type TextPart, type TranslatableText, partAt, textParts, withPart } from './translation/texts.ts'
export {
  type TranslationState,
  type TranslationStatus,
  hashSource,
  translationStatus,
  withTranslation,
} from './translation/status.ts'
export {
  removalOfTranslations,
  settingTranslations,
  translationsOf,
  translationsOfCopies,
} from './translation/belongings.ts'
export { richTextToPlain } from './rich-text/plain.ts'
export { documentAssetSchema, emailDocumentSchema, rowSchema } from './schema/document.ts'
export { emailDocumentInputSchema, rowInputSchema } from './schema/input.ts'
export { blockSchema, columnSchema, dataPath, variableName } from './schema/node.ts'
export { richTextSchema } from './schema/rich-text.ts'
export { styleSchema } from './schema/style.ts'
export type { Applied } from './operations/applied.ts'
export { applyOperation, applyOperations } from './operations/apply.ts'
export {
  type ChangedNode,
  type Comparison,
  type MovedNode,
  type NodeEntry,
  type NodePosition,
  compareDocuments,
} from './comparison/compare.ts'
export { type ChangeSummary, describeChanges } from './comparison/describe.ts'
export { isEqual } from './comparison/equal.ts'
export { shareUnchanged } from './comparison/share.ts'
export type { ValueChange } from './comparison/values.ts'
export { operationsBetween } from './transition/between.ts'
export type { Conflict } from './rebasing/step.ts'
export { type Concurrent, type Rebased, rebaseOperations } from './rebasing/rebase.ts'
export { type Restored, restoreNodes } from './restoring/restore.ts'
export type { LockBreach } from './rules/breach.ts'
export { type LockOptions, lockBreaches } from './rules/locks.ts'
export { findNonTextChanges } from './rules/text-edit.ts'
export { detachModules } from './modules/detach.ts'
export { type Expanded, expandModules } from './modules/expand.ts'
export { extractFragment } from './modules/fragment.ts'
export { type ModuleFinding, type ModuleFragment, type ModuleLookup, instanceOf } from './modules/fragment.ts'
export { type ModuleInstance, isModuleUse, moduleUsesIn } from './modules/fragment.ts'
