import { type EmailDocument, type Node, walkNodes } from '../../document/index.ts'
import { type BlockTypes, type RenderOptions, renderEmail } from '../../render/index.ts'
import type { ImportWarnings } from '../report.ts'
import type { Element } from '../tree/dom.ts'
import { isContent } from './apply-edits.ts'
import { findEdits } from './find-edits.ts'
import { NewMarkup } from './new-markup.ts'
import { type Match, matchPages } from './match.ts'
import { withModules, type ShownDocument } from './modules.ts'
import { type ComparedPage, Numbering } from './compared-page.ts'
import { withPageEdits } from './page-edits.ts'
import { type MatchedEdit, editStrategies } from './edit-strategies.ts'
import { withListsOf, withNodes } from './with-nodes.ts'
import { rearrange } from './rearrange.ts'
import type { ReimportResult } from './report-reimport.ts'
import { warnOfDropped } from './warnings.ts'

type RenderMode = Pick<RenderOptions, 'mode' | 'target'>

const targets = ['passthrough', 'sample'] as const

/** Minimum share of the stored nodes; below it, the HTML belongs to another document. */
const minMatchedShare = 0.25

export interface ReimportContext {
  stored: EmailDocument
  shown: ShownDocument
  cdnUrl: string
  blockTypes: BlockTypes
  warnings: ImportWarnings
}

/**
 * The document that this HTML was rendered from: the stored one if unchanged, otherwise with the changes applied to their
 * nodes and all other nodes preserved. Changes without a property are converted again, or dropped with a warning. Undefined
 * for any other HTML.
 */
export function readRenderedHtml(
  html: string,
  { stored, shown, cdnUrl, blockTypes, warnings }: ReimportContext,
): ReimportResult | undefined {
  if (!/aria-roledescription=["']?email/.test(html)) return undefined
  const render = (document: EmailDocument, variant: RenderMode) =>
    renderWith(document, blockTypes, { ...variant, cdnUrl })
  for (const target of targets) {
    for (const mode of ['production', 'editor'] as const) {
      if (render(shown.document, { mode, target }) === html) return { document: stored, html }
    }
  }
  const reader = selectReader(html, shown.document, { render, blockTypes })
  if (reader === undefined) return undefined
  const changed = reader.read(shown.document, warnings, cdnUrl)
  return { document: withModules(changed.document, stored, { shown, warnings }), html: changed.html }
}

type Render = (document: EmailDocument, variant: RenderMode) => string

// Selects the render target with the most unchanged nodes.
function selectReader(
  html: string,
  document: EmailDocument,
  { render, blockTypes }: { render: Render; blockTypes: BlockTypes },
): ReimportReader | undefined {
  const readers = targets.map(
    (target) =>
      new ReimportReader(html, document, { render: (one) => render(one, { mode: 'editor', target }), blockTypes }),
  )
  const [best] = readers.toSorted((one, other) => other.unchanged - one.unchanged)
  return best !== undefined && best.matchedShare >= minMatchedShare ? best : undefined
}

class ReimportReader {
  /** The share of the rendered nodes in the page, changed or not. */
  readonly matchedShare: number
  readonly unchanged: number
  readonly #render: (document: EmailDocument) => string
  readonly #blockTypes: BlockTypes
  readonly #numbering = new Numbering()
  readonly #given: ComparedPage
  readonly #first: { rendered: ComparedPage; match: Match }
  /** Nodes without production output, for which the editor shows a placeholder. */
  readonly #placeholders: ReadonlySet<string>

  constructor(
    html: string,
    document: EmailDocument,
    { render, blockTypes }: { render: (document: EmailDocument) => string; blockTypes: BlockTypes },
  ) {
    this.#render = render
    this.#blockTypes = blockTypes
    this.#placeholders = new Set(
      [...walkNodes(document)].flatMap(({ node }) => (isPlaceholder(node, blockTypes) ? [node.id] : [])),
    )
    const given = this.#numbering.read(html, this.#placeholders)
    const known = new Set([...walkNodes(document)].map(({ node }) => node.id))
    // Marks of module instances do not identify the rows in them.
    this.#given = { ...given, marks: new Map([...given.marks].filter(([, mark]) => known.has(mark))) }
    this.#first = this.#compare(document)
    const { rendered, match } = this.#first
    const all = new Set(rendered.marks.values())
    const found = new Set([
      ...match.same,
      ...match.changed.keys(),
      ...match.sequences.flat().flatMap((entry) => ('id' in entry ? [entry.id] : [])),
    ])
    this.unchanged = match.same.size
    this.matchedShare = all.size === 0 ? 1 : found.size / all.size
  }

  read(document: EmailDocument, warnings: ImportWarnings, cdnUrl: string): ReimportResult {
    const given = this.#given
    const { rendered, match } = this.#first
    const markup = new NewMarkup(given, document, { blockTypes: this.#blockTypes, warnings })
    const { fresh, elements, nested, document: moved } = rearrange(document, { match, rendered, given, markup })
    const paged = withPageEdits(moved, { rendered, given, match })
    const originals = new Map([...walkNodes(paged)].map(({ node }) => [node.id, node]))
    const processed = { nodes: fresh, elements }
    let current = paged
    let rest = this.#compare(current, processed)
    for (const edit of editStrategies) {
      if (isDone(rest)) break
      const edited = withNodes(current, (node) => {
        const found = findDifference(rest, node.id, given)
        const around = rest.match.attributes.filter((one) => one.node === node.id)
        if (found === undefined && around.length === 0) return node
        const original = withListsOf(originals.get(node.id) ?? node, node)
        return edit({ ...original }, { found, around, given, document, cdnUrl }) as Node
      })
      current = edited
      rest = this.#compare(edited, processed)
    }
    const rebuilt = withNodes(current, (node) => {
      const found = findDifference(rest, node.id, given)
      const isContentUnchanged =
        found === undefined || !findEdits(found.rendered, found.given, given.html).some(isContent)
      return isContentUnchanged
        ? node
        : this.#convertAgain(originals.get(node.id) ?? node, found.given, { markup, warnings, processed, nested })
    })
    if (rebuilt !== current) rest = this.#compare(rebuilt, processed)
    warnOfDropped(rest.match, { rendered: rest.rendered, before: rendered, given, warnings })
    return { document: rebuilt, html: rest.rendered.html }
  }

  // Converts the HTML of a block again if no property expresses the change; the block keeps its name and conditions.
  #convertAgain(node: Node, given: Element, { markup, warnings, processed, nested }: Anew): Node | Node[] {
    const made = markup.nodes(given, nested.has(node.id) ? 'nested' : 'blocks')
    const name = node.name ?? node.id
    warnings.add('BLOCK_READ_ANEW', `Block ${name} was rebuilt from its HTML; its settings were reset.`, {
      node: node.id,
    })
    processed.nodes.add(node.id)
    processed.elements.add(given)
    const { name: _name, when, each, hide, parts, lock, anchor, classes } = node
    const common = Object.fromEntries(
      Object.entries({ name: _name, when, each, hide, parts, lock, anchor, classes }).filter(
        ([, value]) => value !== undefined,
      ),
    )
    return made.map((one, index) => {
      processed.nodes.add(one.id)
      const id = index === 0 && one.type === node.type ? node.id : one.id
      const shared = index === 0 ? common : { ...(when && { when }), ...(hide && { hide }), ...(parts && { parts }) }
      return { ...shared, ...one, id }
    })
  }

  #compare(document: EmailDocument, processed?: { nodes: Set<string>; elements: Set<Element> }) {
    const rendered = this.#numbering.read(this.#render(document), this.#placeholders)
    return {
      rendered,
      match: matchPages({ rendered, given: this.#given, ...(processed === undefined ? {} : { processed }) }),
    }
  }
}

interface Anew {
  nested: ReadonlySet<string>
  markup: NewMarkup
  warnings: ImportWarnings
  processed: { nodes: Set<string>; elements: Set<Element> }
}

interface Compared {
  rendered: ComparedPage
  match: Match
}

// Finds a block that still differs. A custom color has other dark mode classes than a theme color.
function findDifference({ rendered, match }: Compared, id: string, given: ComparedPage): MatchedEdit['found'] {
  const found = match.changed.get(id)
  const isAlike = found !== undefined && rendered.classless.get(found.rendered) === given.classless.get(found.given)
  return isAlike ? undefined : found
}

function isDone({ match }: Compared): boolean {
  return match.changed.size === 0 && match.attributes.length === 0
}

function isPlaceholder(node: Node, blockTypes: BlockTypes): boolean {
  return node.type === 'module' || !(blockTypes.has(node.type) || containers.has(node.type))
}

const containers = new Set(['section', 'group', 'column'])

function renderWith(document: EmailDocument, blockTypes: BlockTypes, options: RenderOptions): string {
  try {
    return renderEmail(document, blockTypes, { ...options, outputs: ['html'] }).html ?? ''
  } catch {
    // Too large to render, so its HTML cannot exist.
    return ''
  }
}
