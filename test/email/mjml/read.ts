import { mjmlBlocks } from '../../../src/email/blocks/mjml.ts'
import { blockTypes } from '../../../src/email/blocks/index.ts'
import { type Block, type EmailDocument, readDocument, walkNodes } from '../../../src/email/document/index.ts'
import { type MjmlReport, readMjml } from '../../../src/email/mjml/index.ts'
import { cleanCss, cleanHtml } from '../../../src/email/sanitize/index.ts'

/** Reads MJML the way the service does, or says why the document is none. */
export function read(source: string): { document: EmailDocument; report: MjmlReport } {
  const { document, report } = readMjml(source, blockTypes, mjmlBlocks)
  const result = readDocument(document, blockTypes, {
    cleanHtml: (html) => cleanHtml(html).html,
    cleanCss: (css) => cleanCss(css).css,
  })
  if (!('document' in result)) throw new Error(JSON.stringify(result.issues, null, 1))
  return { document: result.document, report }
}

/** MJML of one column around components. */
export function inColumn(components: string, head = ''): string {
  return `<mjml><mj-head>${head}</mj-head><mj-body><mj-section padding="0"><mj-column>${components}</mj-column></mj-section></mj-body></mjml>`
}

/** The blocks of a document in order, without ids. */
export function blocksOf(document: EmailDocument): Block[] {
  const blocks: Block[] = []
  for (const { node } of walkNodes(document)) {
    if (node.type !== 'section' && node.type !== 'group' && node.type !== 'column') blocks.push(node as Block)
  }
  return blocks
}

/** The only block that a component becomes, without its id. */
export function blockOf(component: string, head = ''): Record<string, unknown> {
  const blocks = blocksOf(read(inColumn(component, head)).document)
  if (blocks.length !== 1) throw new Error(`${blocks.length} blocks: ${JSON.stringify(blocks)}`)
  const { id: _id, ...block } = blocks[0] as Block
  return block
}
