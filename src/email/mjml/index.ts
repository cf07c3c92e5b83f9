/**
 * Converts MJML to a document with the same rendering, and a document to MJML that mjml compiles and that can be read back.
 * May import data, document and render; pure and browser-safe. Start at read-mjml.ts, then body/rows.ts. The components of
 * each block type are in email/blocks/<type>/mjml.ts, and use the exports below the line.
 */
export { type ReadMjml, readMjml } from './read-mjml.ts'
export type { MjmlReport, MjmlWarning, MjmlWarningCode } from './report.ts'
export type { WriteWarning } from './writing/write-blocks.ts'
export { type WrittenMjml, writeMjml } from './writing/write-mjml.ts'
export type { BlockMjml, MjmlBlocks } from './writing/block-mjml.ts'
// ---
export { classesInside } from './head/attributes.ts'
export { readDeclarations } from './head/style-rules.ts'
export type { InputBlock } from './input-nodes.ts'
export { borderOf, cornersOf, roundingOf, widthIn } from './reading/boxes.ts'
export { cssOf, keepHtml, quoted } from './reading/keep-html.ts'
export { resolveLinkRoles } from './reading/link-roles.ts'
export type { Reading, Slot } from './reading/reading.ts'
export type { Element } from './source/element.ts'
export { oneLine, withoutTags } from './source/one-line.ts'
export { readFlow } from './text/flow.ts'
export { type FragmentElement, isBlank, parseFragment, printFragments } from './text/fragment.ts'
export { UnsupportedRichText, onlyElement, styledAs } from './text/inline.ts'
export { attributeText, tagProblem, textBlocks } from './text/text-blocks.ts'
export { readPaint } from './values/colors.ts'
export { type Attributes, noBox, readBox, readNumber, round, within } from './values/lengths.ts'
export { cssOfStyle, lookOf, readAlign } from './values/styles.ts'
