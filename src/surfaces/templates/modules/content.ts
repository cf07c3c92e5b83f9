/** Content of a module from a request body, validated like a document. */
import {
  type EmailDocument,
  type ModuleFragment,
  type Row,
  createDocument,
  walkNodes,
} from '../../../email/document/index.ts'
import { type Issue, fail } from '../../../kernel/errors/index.ts'
import { cleanDocument, withStored } from '../template/index.ts'

/** Omitted members stay unchanged. */
export interface FragmentInput {
  nodes?: Row[]
  slots?: string[]
  assets?: ModuleFragment['assets']
  translations?: ModuleFragment['translations']
}

/** A fragment with its size in bytes as compact JSON. */
export interface Content {
  fragment: ModuleFragment
  sizeBytes: number
}

/**
 * The content of a module after a change of `before`, in canonical form. DOCUMENT_INVALID or VALIDATION_FAILED with paths
 * into the body, DOCUMENT_TOO_LARGE above `limits.documentBytes`. Assets and translations of removed nodes are removed too.
 */
export function readFragment(input: FragmentInput, before: ModuleFragment = { nodes: [] }): Content {
  const whole = { ...before, ...input }
  const given = {
    meta: { title: 'Module' },
    rows: whole.nodes,
    ...(whole.assets === undefined ? {} : { assets: whole.assets }),
    ...(whole.translations === undefined ? {} : { translations: { default: 'en', locales: whole.translations } }),
  }
  const document = withStored(before, () =>
    cleanDocument(given, (path) =>
      path.replace(/^\/rows/, '/nodes').replace(/^\/translations\/locales/, '/translations'),
    ),
  )
  const fragment: ModuleFragment = { nodes: document.rows }
  const slots = slotsOf(document, input.slots, before.slots)
  if (slots.length > 0) fragment.slots = slots
  if (document.assets !== undefined && Object.keys(document.assets).length > 0) fragment.assets = document.assets
  const translations = Object.entries(document.translations?.locales ?? {})
  if (translations.length > 0) fragment.translations = Object.fromEntries(translations)
  return { fragment, sizeBytes: measure(fragment) }
}

/** A document that contains only the fragment, for comparisons. */
export function documentOf({ nodes, assets, translations }: ModuleFragment): EmailDocument {
  const document: EmailDocument = { ...createDocument(), rows: nodes }
  if (assets !== undefined) document.assets = assets
  if (translations !== undefined) document.translations = { default: 'en', locales: translations }
  return document
}

const noSlots = new Set(['section', 'group', 'module'])

function slotsOf(document: EmailDocument, given: string[] | undefined, before: string[] = []): string[] {
  const fillable = new Set<string>()
  for (const { node } of walkNodes(document)) if (!noSlots.has(node.type)) fillable.add(node.id)
  if (given === undefined) return before.filter((slot) => fillable.has(slot))
  const issues: Issue[] = []
  for (const [index, slot] of given.entries()) {
    if (!fillable.has(slot))
      issues.push({ path: `/slots/${index}`, message: 'Not the id of a column or block in nodes.' })
  }
  if (issues.length > 0) fail('VALIDATION_FAILED', { issues })
  return given
}

function measure(fragment: ModuleFragment): number {
  return new TextEncoder().encode(JSON.stringify(fragment)).length
}
