/**
 * The data language: merge tags, conditions, loops and declared fields. Pure, without dependencies on documents. Its
 * text form is a strict subset of Liquid; paths read only own properties of plain data. Start at model.ts, then
 * tagged-text.ts (parsing) and read-tag.ts (evaluation).
 */
export type {
  Condition,
  FieldDeclaration,
  FieldTag,
  Filter,
  Loop,
  MergeTag,
  NativeTag,
  Path,
  TaggedText,
} from './model.ts'
export { isNativeTag, keepNative, nativeProblem } from './native-tag.ts'
export type {
  Instead,
  NativeLanguage,
  NativeNote,
  NoteNative,
  OpenLoop,
  RegionNode,
  TagPlace,
  UrlPart,
} from './native.ts'
export { isPath, printPath } from './path.ts'
export { type ParsedText, isTagged, parseTagged, printTag, printTagged } from './tagged-text.ts'
export { filterProblem } from './tag-syntax.ts'
export { type Scope, childScope, createScope, lookup } from './scope.ts'
export { readTag } from './read-tag.ts'
export { type ReadContext, applyFilter } from './filters.ts'
export { readInstant } from './date.ts'
export { isTrue } from './condition.ts'
export { type ParsedCondition, parseCondition, printCondition } from './condition-syntax.ts'
export { liquidCondition } from './condition-tags.ts'
export { itemsOf, printLoop } from './loop.ts'
export { nearestName } from './fields.ts'
export { applyDefaults, checkData, sampleData, typicalData, typicalSample, withSamples, withValue } from './fields.ts'
