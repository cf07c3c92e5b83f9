import { type Scope, createScope, sampleData } from '../data/index.ts'
import {
  type EmailDocument,
  type Node,
  type NodeId,
  isInteractive,
  type Block,
  summarizeNode,
} from '../document/index.ts'
import { type BlockTypes, type RenderOptions, type Rendered, type Warning, renderEmail } from '../render/index.ts'
import { ServiceError } from '../../kernel/errors/index.ts'
import { type InProvider, type MailProvider, renderForProvider } from './model/provider.ts'
import { type NodeContext, nodeContextsOf } from './model/node-contexts.ts'
import { ordinal } from './model/ordinal.ts'
import { type DocumentValues, valuesOf } from './model/values.ts'
import type { Page } from './page/page.ts'
import { readPage } from './page/read-page.ts'
import { type CssSheet, scanCss } from './page/scan-css.ts'

/** Purpose of the email: some rules apply to bulk mailings only. */
export type MailType = 'promotional' | 'transactional' | 'newsletter' | 'automation' | 'other'

export interface LintOptions {
  blocks: BlockTypes
  type?: MailType
  /** Prefix of URLs that begin with `/cdn/`. */
  cdnUrl?: string
  /** Data of one recipient, for the sizes; the samples by default. */
  data?: unknown
  /** Sanitizes authored HTML as saving does; enables fixes that remove forbidden content. */
  cleanHtml?: (html: string) => string
  /** Sanitizes the authored style sheet. */
  cleanCss?: (css: string) => string
  /** Sanitizers of authored HTML and CSS for the AMP part; without them the AMP part omits both. */
  cleanAmpHtml?: RenderOptions['cleanAmpHtml']
  cleanAmpCss?: RenderOptions['cleanAmpCss']
  /** Size of the image at a URL in bytes, if known. */
  imageBytes?: (address: string) => number | undefined
  /** The ESP of the email; without it no provider rule reports anything. */
  provider?: MailProvider
  /** Findings of module expansion; without them no module rule reports anything. */
  findings?: readonly Warning[]
  /** Disabled rules, by id or family name. */
  ignore?: readonly string[]
}

/** Input of all rules, computed once. */
export interface LintContext {
  document: EmailDocument
  options: LintOptions
  nodeContexts: readonly NodeContext[]
  values: DocumentValues
  /** The parsed page with all branches. */
  page: Page
  /** The rendering for the sample recipient, or for the given data; includes an AMP part if a block requires one. */
  sample: Rendered
  /** The rendering for the ESP, if one is given. */
  inProvider: InProvider | undefined
  /** Sample values, for looking up paths. */
  scope: Scope
  sheet: CssSheet | undefined
  /** A bulk mailing, for which laws and mailbox providers have additional requirements. */
  isBulk: boolean
  /** Display name of a node, or of the email if undefined. */
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

/** Computes the input of all rules: two renderings, one parse of the page, one tree traversal. */
export function createContext(document: EmailDocument, options: LintOptions): LintContext {
  const { blocks, cdnUrl = '', provider, type } = options
  const nodeContexts = nodeContextsOf(document)
  const titles = new NodeTitles(blocks, nodeContexts)
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

/** Display names of nodes: the author's name, the type with the first words, or the place among those of its type. */
class NodeTitles {
  readonly #blocks: BlockTypes
  /** Places of the nodes among those of their type, in reading order from 1. */
  readonly #peers = new Map<string, Map<NodeId, number>>()
  // Cached, because one node can have thousands of findings, and summarizing it reads its whole content.
  readonly #titles = new Map<Node, string>()

  constructor(blocks: BlockTypes, nodeContexts: readonly NodeContext[]) {
    this.#blocks = blocks
    for (const { node } of nodeContexts) {
      const peers = this.#peers.get(node.type) ?? new Map<NodeId, number>()
      this.#peers.set(node.type, peers.set(node.id, peers.size + 1))
    }
  }

  /** Such as `Button “Shop now”`, `Section “Header”`, `The second image` or, if there is no other, `The image`. */
  of(node: Node): string {
    let title = this.#titles.get(node)
    if (title === undefined) this.#titles.set(node, (title = this.#titleOf(node)))
    return title
  }

  #titleOf(node: Node): string {
    const label = this.#labelOf(node)
    if (node.name !== undefined && node.name !== '') return `${label} “${short(node.name)}”`
    const words = summarizeNode(node)
    return words === '' ? `The ${this.#placeOf(node)}${inSentence(label)}` : `${label} “${short(words)}”`
  }

  // `second `, or empty for the only one of its type.
  #placeOf({ id, type }: Node): string {
    const peers = this.#peers.get(type)
    const place = peers?.get(id)
    return peers === undefined || place === undefined || peers.size < 2 ? '' : `${ordinal(place)} `
  }

  #labelOf(node: Node): string {
    if (node.type === 'module') return 'Module'
    const known = this.#blocks.get(node.type)?.label
    return known ?? node.type.slice(0, 1).toUpperCase() + node.type.slice(1, maxLength)
  }
}

/** With a small first letter, but `HTML` as it is. */
function inSentence(label: string): string {
  return label === label.toUpperCase() ? label : label.slice(0, 1).toLowerCase() + label.slice(1)
}

function short(text: string): string {
  return text.length > maxLength ? `${text.slice(0, maxLength - 1).toWellFormed()}…` : text
}

export function isBlock(node: Node | undefined, type: string): node is Block {
  return node !== undefined && node.type === type
}
