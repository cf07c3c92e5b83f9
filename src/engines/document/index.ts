/**
 * The email document: its model, how it is read from untrusted input, and the five operations that change it.
 * Pure and browser-safe; block types are handed in. Start at model.ts.
 */
export type * from './model.ts'
export { documentSchema, rootId } from './model.ts'
export type { Field } from './field.ts'
export {
  type Meaning,
  color,
  htmlSource,
  instantOrPath,
  meaningKey,
  meaningOf,
  pixels,
  richText,
  taggedText,
  url,
} from './properties.ts'
export type { BlockSchema, BlockSchemas } from './block-schema.ts'
export { parseRichText } from './rich-text/parse.ts'
