/**
 * Sanitizes untrusted HTML and CSS: inline if it is short, in a worker thread if hostile input could block the event loop.
 */
import {
  type Node,
  type Operation,
  type OwnBlock,
  expandOwnBlock,
  isOwnBlock,
  listsOf,
} from '../../../email/document/index.ts'
import { cleanCss, cleanHtml } from '../../../email/sanitize/index.ts'
import { fail } from '../../../kernel/errors/index.ts'
import { limits } from '../../../kernel/limits.ts'
import { TaskTimeout, type Workers } from '../../../platform/jobs/index.ts'

/** Markup to sanitize, or the sanitized markup in the same order. */
export interface Markup {
  html: string[]
  css: string[]
}

/** Size of a JSON value. */
export interface Weight {
  /** Characters of HTML and CSS. */
  markup: number
  /** Characters of all strings, plus an allowance per value. */
  total: number
}

type Cleaned = Map<string, { text: string; uses: number }>

// Results of worker threads for requests in progress, so that synchronous code can use them.
const cleaned: { html: Cleaned; css: Cleaned } = { html: new Map(), css: new Map() }

/** Sanitizers for untrusted HTML and CSS inside a document or an operation. */
export const cleaners = {
  cleanHtml: (source: string) => cleaned.html.get(source)?.text ?? cleanHtml(source).html,
  cleanCss: (source: string) => cleaned.css.get(source)?.text ?? cleanCss(source).css,
}

/** Sanitizes inline; also the implementation of the worker task `cleanMarkup`. */
export function cleanMarkup({ html, css }: Markup): Markup {
  return { html: html.map((source) => cleanHtml(source).html), css: css.map((source) => cleanCss(source).css) }
}

/**
 * Runs `work`, which sanitizes the HTML and CSS of a JSON value, such as operations. Long markup is sanitized in a worker
 * thread first; DOCUMENT_INVALID if that takes longer than `limits.cleanMs`.
 */
export async function withCleaned<Result>(
  workers: Workers,
  value: unknown,
  work: () => Result | Promise<Result>,
): Promise<Result> {
  const found = findMarkup(value)
  if (found === undefined) return work()
  const release = register(found, await cleanApart(found, workers))
  try {
    return await work()
  } finally {
    release()
  }
}

/** Stored content: a document, a module version or an edit. */
export interface StoredContent {
  rows?: readonly Node[]
  nodes?: readonly Node[]
  head?: { css?: string }
  operations?: readonly Operation[]
}

/**
 * Runs `work`, which reads content that is mostly stored: long stored markup is already sanitized and not sanitized again.
 */
export function withStored<Result>(stored: StoredContent | readonly StoredContent[], work: () => Result): Result {
  const { from, to } = cleanMarkupOf(Array.isArray(stored) ? stored : [stored as StoredContent])
  const release = register(from, to)
  try {
    return work()
  } finally {
    release()
  }
}

/**
 * The long HTML and CSS of nodes and of the head, which was sanitized before it was stored. Other members with these names,
 * such as in the sample of a field, are stored without sanitizing.
 */
function cleanMarkupOf(contents: readonly StoredContent[]): { from: Markup; to: Markup } {
  const from: Markup = { html: [], css: [] }
  const to: Markup = { html: [], css: [] }
  const keep = (kind: keyof Markup, text: unknown, source = text) => {
    if (typeof text !== 'string' || typeof source !== 'string' || source.length <= inlineLength) return
    from[kind].push(source)
    to[kind].push(text)
  }
  const keepNodes = (nodes: readonly Node[] = []) => {
    for (const node of nodes) {
      const { html, own } = node as { html?: unknown; own?: OwnBlock }
      keep('html', html)
      if (own !== undefined) keep('html', html, expandOwnBlock(own))
      for (const list of listsOf(node)) keepNodes(list.nodes)
    }
  }
  for (const { head, nodes, operations, rows } of contents) {
    keep('css', head?.css)
    keepNodes(rows)
    keepNodes(nodes)
    for (const operation of operations ?? []) if (operation.op === 'insert') keepNodes(operation.nodes)
  }
  return { from, to }
}

const inlineLength = limits.cleanInlineLength

/** Stops counting at `bound`. */
export function weigh(value: unknown, bound: number): Weight {
  const weight: Weight = { markup: 0, total: 0 }
  addWeight(weight, value, '', { bound, depth: 0 })
  return weight
}

// Every uncached document is weighed twice, so this walk has no callbacks, unlike `visit`, and allocates no objects.
function addWeight(weight: Weight, value: unknown, key: string, at: { bound: number; depth: number }): void {
  if (typeof value === 'string') {
    weight.total += value.length
    if (markupOf(key) !== undefined) weight.markup += value.length
    return
  }
  if (typeof value !== 'object' || value === null || at.depth > limits.jsonDepth) {
    weight.total += valueWeight
    return
  }
  weight.total += objectWeight
  at.depth++
  if (Array.isArray(value)) {
    for (let index = 0; index < value.length && weight.total < at.bound; index++)
      addWeight(weight, value[index], key, at)
  } else {
    // Its HTML is derived, and cleaned too.
    if (key === 'own') weight.markup += limits.ownBlockHtml
    for (const name in value) {
      if (weight.total >= at.bound) break
      addWeight(weight, (value as Record<string, unknown>)[name], name, at)
    }
  }
  at.depth--
}

/** Weight of a value other than a string, in characters. */
const valueWeight = 1
const objectWeight = 5

// Documents, operations and modules use these names for HTML and CSS; in translations the id of a node precedes the name.
function markupOf(key: string): keyof Markup | undefined {
  if (key === 'html' || key.endsWith('.html')) return 'html'
  return key === 'css' ? 'css' : undefined
}

/** Undefined if the markup is short enough to be sanitized inline. */
function findMarkup(value: unknown): Markup | undefined {
  const found = { html: new Set<string>(), css: new Set<string>() }
  let length = 0
  visit(value, '', (text, key) => {
    const kind = markupOf(key)
    if (kind === undefined) return true
    length += text.length
    found[kind].add(text)
    return true
  })
  for (const own of ownBlocksIn(value)) {
    const html = expandOwnBlock(own) ?? ''
    length += html.length
    found.html.add(html)
    if (length > limits.contentBytes) fail('DOCUMENT_INVALID', { issues: [{ path: '', message: tooMuchDerived }] })
  }
  return length <= inlineLength ? undefined : { html: [...found.html], css: [...found.css] }
}

const tooMuchDerived = `The blocks of host pages have more than ${limits.contentBytes} characters of HTML.`

/** Valid blocks of host pages, whose HTML is derived when the value is read. */
function* ownBlocksIn(value: unknown, depth = 0): Generator<OwnBlock> {
  if (typeof value !== 'object' || value === null || depth > limits.jsonDepth) return
  const { own } = value as { own?: unknown }
  if (isOwnBlock(own)) yield own
  for (const inner of Object.values(value)) yield* ownBlocksIn(inner, depth + 1)
}

/** Visits strings, and other values as short strings, with the names of their members until `see` returns true. */
function visit(value: unknown, key: string, see: (text: string, key: string) => boolean, depth = 0): boolean {
  if (typeof value === 'string') return see(value, key)
  if (typeof value !== 'object' || value === null || depth > limits.jsonDepth) return see('-', '')
  if (!see('-----', '')) return false
  if (Array.isArray(value)) return value.every((item) => visit(item, key, see, depth + 1))
  for (const name in value) if (!visit((value as Record<string, unknown>)[name], name, see, depth + 1)) return false
  return true
}

async function cleanApart(markup: Markup, workers: Workers): Promise<Markup> {
  try {
    return await workers.runWithin<Markup>(limits.cleanMs, 'cleanMarkup', markup)
  } catch (error) {
    if (!(error instanceof TaskTimeout)) throw error
    return fail('DOCUMENT_INVALID', { issues: [{ path: '', message: tooComplex }] })
  }
}

/** Validation message for content that takes too long to sanitize. */
export const tooComplex = `Sanitizing the HTML and CSS takes longer than ${limits.cleanMs} ms. Shorten it, or nest fewer elements.`

function register(from: Markup, to: Markup): () => void {
  const entries = (['html', 'css'] as const).flatMap((kind) =>
    from[kind].flatMap((source, index) => {
      const text = to[kind][index] ?? ''
      // Sanitizing is idempotent, so the sanitized text maps to itself.
      return [...new Set([source, text])].map((one) => ({ map: cleaned[kind], source: one, text }))
    }),
  )
  for (const { map, source, text } of entries) {
    const known = map.get(source)
    if (known === undefined) map.set(source, { text, uses: 1 })
    else known.uses++
  }
  return () => {
    for (const { map, source } of entries) {
      const known = map.get(source)
      if (known !== undefined && --known.uses === 0) map.delete(source)
    }
  }
}
