import { type Scope, createScope, sampleData } from '../data/index.ts'
import { type EmailDocument, type Node, isInteractive, type Block, summarizeNode } from '../document/index.ts'
import { type BlockTypes, type RenderOptions, type Rendered, type Warning, renderEmail } from '../render/index.ts'
import { ServiceError } from '../../kernel/errors/index.ts'
import { type InProvider, type MailProvider, renderForProvider } from './model/provider.ts'
import { type NodeContext, nodeContextsOf } from './model/node-contexts.ts'
import { type DocumentValues, valuesOf } from './model/values.ts'
import type { Page } from './page/page.ts'
import { readPage } from './page/read-page.ts'
import { type CssSheet, scanCss } from './page/scan-css.ts'

/** What the mail is for: some rules are about mailings to many only. */
export type MailType = 'promotional' | 'transactional' | 'newsletter' | 'automation' | 'other'

export interface LintOptions {
  blocks: BlockTypes
  type?: MailType
  /** Precedes addresses that begin with `/cdn/`. */
  cdnUrl?: string
  /** Data of one recipient, for the sizes; the samples unless given. */
  data?: unknown
  /** Cleans authored HTML as saving does; with it what is not allowed can be taken out by a fix. */
  cleanHtml?: (html: string) => string
  /** The same for the authored style sheet. */
  cleanCss?: (css: string) => string
  /** How authored HTML and CSS are cleaned for the AMP part; without it that leaves them out. */
  cleanAmpHtml?: RenderOptions['cleanAmpHtml']
  cleanAmpCss?: RenderOptions['cleanAmpCss']
  /** Bytes of the image at an address, where they are known. */
  imageBytes?: (address: string) => number | undefined
  /** The ESP that the email is for; without it nothing is said of any. */
  provider?: MailProvider
  /** What was found while modules were put into the document; without it nothing is said of instances. */
  findings?: readonly Warning[]
  /** Ids of rules, or names of families, that shall say nothing. */
  ignore?: readonly string[]
}

/** All that rules inspect, gathered once. */
export interface LintContext {
  document: EmailDocument
  options: LintOptions
  nodeContexts: readonly NodeContext[]
  values: DocumentValues
  /** The page with all its branches, read back. */
  page: Page
  /** What the sample recipient gets, or the one whose data was given; with an AMP part where a block needs one. */
  sample: Rendered
  /** What the ESP makes of it, where one is named. */
  inProvider: InProvider | undefined
  /** The samples, to look paths up in. */
  scope: Scope
  /** The authored style sheet of the document. */
  sheet: CssSheet | undefined
  /** A mailing to many, which law and mailbox providers ask more of. */
  isBulk: boolean
  /** Names a node for people, or the email where it is none. */
  title(node: Node | undefined): string
}

const emptyPage: Page = {
  texts: [],
  links: [],
  images: [],
  headings: [],
  authored: [],
  authoredSheets: [],
  anchors: new Map(),
  rendered: [],
}

/** Gathers what the rules inspect: two renderings, one reading of the page, one walk over the tree. */
export function createContext(document: EmailDocument, options: LintOptions): LintContext {
  const { blocks, cdnUrl = '', provider, type } = options
  const nodeContexts = nodeContextsOf(document)
  const titles = new NodeTitles(blocks)
  const nodes = new Map(nodeContexts.map(({ node }) => [node.id, node]))
  const css = document.head?.css
  return {
    document,
    options,
    nodeContexts,
    values: valuesOf(document, nodeContexts, blocks),
    page: unlessTooLarge(() => readPage(document, { blocks, cdnUrl, nodes }), emptyPage),
    sample: renderSample(document, options, nodeContexts),
    inProvider:
      provider === undefined
        ? undefined
        : unlessTooLarge(() => renderForProvider(document, blocks, provider), undefined),
    scope: createScope(sampleData(document.fields)),
    sheet: css === undefined || css.trim() === '' ? undefined : scanCss(css),
    isBulk: type === 'promotional' || type === 'newsletter',
    title: (node) => (node === undefined ? 'The email' : titles.of(node)),
  }
}

function renderSample(
  document: EmailDocument,
  { blocks, cdnUrl = '', cleanHtml, cleanAmpCss, cleanAmpHtml, data }: LintOptions,
  nodeContexts: readonly NodeContext[],
): Rendered {
  const isForAmp = nodeContexts.some(({ node }) => isInteractive(node))
  const render = () =>
    renderEmail(document, blocks, {
      ...(data === undefined ? { target: 'sample' } : { target: 'data', data }),
      outputs: isForAmp ? ['html', 'text', 'amp'] : ['html', 'text'],
      cdnUrl,
      ...(cleanHtml === undefined ? {} : { cleanHtml }),
      ...(cleanAmpHtml === undefined ? {} : { cleanAmpHtml }),
      ...(cleanAmpCss === undefined ? {} : { cleanAmpCss }),
    })
  return unlessTooLarge(render, {
    report: { bytes: Number.POSITIVE_INFINITY, style_bytes: 0, gmail_clipped: true, warnings: [] },
  })
}

function unlessTooLarge<Result>(render: () => Result, otherwise: Result): Result {
  try {
    return render()
  } catch (error) {
    if (error instanceof ServiceError && error.apiCode === 'RENDER_TOO_LARGE') return otherwise
    throw error
  }
}

const maxLength = 40

/** Names nodes as people would: by the name they gave, or the type and its first words. */
class NodeTitles {
  readonly #blocks: BlockTypes
  // Thousands of findings may lie in one node, and to find its first words all of it is read.
  readonly #titles = new Map<Node, string>()

  constructor(blocks: BlockTypes) {
    this.#blocks = blocks
  }

  /** Such as `Button “Shop now”`, `Section “Header”` or `Image hero`. */
  of(node: Node): string {
    let title = this.#titles.get(node)
    if (title === undefined) this.#titles.set(node, (title = this.#titleOf(node)))
    return title
  }

  #titleOf(node: Node): string {
    const label = this.#labelOf(node)
    if (node.name !== undefined && node.name !== '') return `${label} “${short(node.name)}”`
    const words = summarizeNode(node)
    return words === '' ? `${label} ${node.id.slice(node.id.lastIndexOf(':') + 1)}` : `${label} “${short(words)}”`
  }

  #labelOf(node: Node): string {
    if (node.type === 'module') return 'Module'
    const known = this.#blocks.get(node.type)?.label
    return known ?? node.type.slice(0, 1).toUpperCase() + node.type.slice(1, maxLength)
  }
}

function short(text: string): string {
  return text.length > maxLength ? `${text.slice(0, maxLength - 1).toWellFormed()}…` : text
}

/** True if a node is a block of that type. */
export function isBlock(node: Node | undefined, type: string): node is Block {
  return node !== undefined && node.type === type
}
