/** Cleaning untrusted HTML and CSS: at once where it is short, in a thread where a hostile author could block the event loop. */
import { type Node, type Operation, listsOf } from '../../../email/document/index.ts'
import { cleanCss, cleanHtml } from '../../../email/sanitize/index.ts'
import { fail } from '../../../kernel/errors/index.ts'
import { limits } from '../../../kernel/limits.ts'
import { TaskTimeout, type Workers } from '../../../platform/jobs/index.ts'

/** HTML and CSS to be cleaned, and what becomes of them, in the same order. */
export interface Markup {
  html: string[]
  css: string[]
}

/** How much there is to read in a value of JSON. */
export interface Weight {
  /** Characters of HTML and CSS. */
  markup: number
  /** Characters of all texts, with some for each value. */
  total: number
}

type Cleaned = Map<string, { text: string; uses: number }>

// What calls under way have had cleaned in a thread, so that code that cannot wait finds it.
const cleaned: { html: Cleaned; css: Cleaned } = { html: new Map(), css: new Map() }

/** How untrusted HTML and CSS inside a document or an operation are cleaned. */
export const cleaners = {
  cleanHtml: (source: string) => cleaned.html.get(source)?.text ?? cleanHtml(source).html,
  cleanCss: (source: string) => cleaned.css.get(source)?.text ?? cleanCss(source).css,
}

/** Cleans texts at once; what the task `cleanMarkup` does in a thread. */
export function cleanMarkup({ html, css }: Markup): Markup {
  return { html: html.map((source) => cleanHtml(source).html), css: css.map((source) => cleanCss(source).css) }
}

/**
 * Does work that cleans the HTML and CSS of a value of JSON, such as operations. What is long is cleaned in a thread before;
 * DOCUMENT_INVALID where that takes longer than `limits.cleanMs`.
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

/** Content that is stored: a document, the version of a module, or an edit. */
export interface StoredContent {
  rows?: readonly Node[]
  nodes?: readonly Node[]
  head?: { css?: string }
  operations?: readonly Operation[]
}

/** Does work at once that reads content again most of which is stored, and was cleaned before it was stored. */
export function withStored<Result>(stored: StoredContent | readonly StoredContent[], work: () => Result): Result {
  const known = cleanMarkupOf(Array.isArray(stored) ? stored : [stored as StoredContent])
  const release = register(known, known)
  try {
    return work()
  } finally {
    release()
  }
}

/**
 * The long HTML and CSS that was cleaned before it was stored: that of nodes and of the head. Other members of the same
 * names, in the sample of a field for instance, are stored as they came.
 */
function cleanMarkupOf(contents: readonly StoredContent[]): Markup {
  const known: Markup = { html: [], css: [] }
  const keep = (kind: keyof Markup, text: unknown) => {
    if (typeof text === 'string' && text.length > inlineLength) known[kind].push(text)
  }
  const keepNodes = (nodes: readonly Node[] = []) => {
    for (const node of nodes) {
      keep('html', (node as Partial<Record<keyof Markup, unknown>>).html)
      for (const list of listsOf(node)) keepNodes(list.nodes)
    }
  }
  for (const { head, nodes, operations, rows } of contents) {
    keep('css', head?.css)
    keepNodes(rows)
    keepNodes(nodes)
    for (const operation of operations ?? []) if (operation.op === 'insert') keepNodes(operation.nodes)
  }
  return known
}

const inlineLength = limits.cleanInlineLength

/** How much there is to read in a value of JSON; stops counting at the bound. */
export function weigh(value: unknown, bound: number): Weight {
  const weight: Weight = { markup: 0, total: 0 }
  addWeight(weight, value, '', { bound, depth: 0 })
  return weight
}

// Every document that is not cached is weighed twice, so this walk calls nothing back, unlike `visit`, and makes no objects.
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
    for (const name in value) {
      if (weight.total >= at.bound) break
      addWeight(weight, (value as Record<string, unknown>)[name], name, at)
    }
  }
  at.depth--
}

/** Characters that a value other than a text counts as. */
const valueWeight = 1
const objectWeight = 5

// In documents, operations and modules HTML and CSS have these names; in translations it is the id of a node before.
function markupOf(key: string): keyof Markup | undefined {
  if (key === 'html' || key.endsWith('.html')) return 'html'
  return key === 'css' ? 'css' : undefined
}

/** The HTML and CSS of a value where it is more than what is cleaned at once. */
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
  return length <= inlineLength ? undefined : { html: [...found.html], css: [...found.css] }
}

/** Visits texts with the names of the members that hold them, and other values as short texts, until told to stop. */
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

/** What a caller is notified whose content takes too long to read. */
export const tooComplex = `Sanitizing the HTML and CSS takes longer than ${limits.cleanMs} ms. Shorten it, or nest fewer elements.`

function register(from: Markup, to: Markup): () => void {
  const entries = (['html', 'css'] as const).flatMap((kind) =>
    from[kind].flatMap((source, index) => {
      const text = to[kind][index] ?? ''
      // What is clean stays as it is when it is cleaned once more.
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
