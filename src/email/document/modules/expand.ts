import { limits } from '../../../kernel/limits.ts'
import { isEqual } from '../comparison/equal.ts'
import type {
  DocumentAsset,
  EmailDocument,
  ModuleUse,
  NodeId,
  Row,
  SlotFilling,
  Translations,
  Group,
  Section,
} from '../model.ts'
import { countList } from '../walk.ts'
import { type Filling, fillRow, withOtherAssets, withOtherIds } from './fill.ts'
import {
  type ModuleFinding,
  type ModuleFragment,
  type ModuleLookup,
  idInside,
  instanceOf,
  isModuleUse,
} from './fragment.ts'
import { adoptTranslations, spreadSlotTranslations } from './translations.ts'

export interface Expanded {
  document: EmailDocument
  findings: ModuleFinding[]
}

/**
 * Replaces module instances with the rows of their modules, for rendering. Ids inside an instance are prefixed with its id
 * and are invalid in a stored document. An instance stays, with a finding, if its module is missing, nests deeper than
 * `limits.moduleDepth`, or would exceed the maximum number of nodes.
 */
export function expandModules(document: EmailDocument, lookup: ModuleLookup): Expanded {
  return expandSome(document, lookup, () => true)
}

/** Expands only selected instances of the document. */
export function expandSome(
  document: EmailDocument,
  lookup: ModuleLookup,
  isMeant: (use: ModuleUse) => boolean,
): Expanded {
  if (!document.rows.some((row) => isModuleUse(row) && isMeant(row))) return { document, findings: [] }
  const { translations } = document
  const expansion: Expansion = {
    lookup,
    findings: [],
    nodes: countList(document.rows),
    assets: { ...document.assets },
    locales: Object.fromEntries(
      Object.entries(translations?.locales ?? {}).map(([locale, values]) => [locale, { ...values }]),
    ),
  }
  const rows = document.rows.flatMap((row) => (isModuleUse(row) && isMeant(row) ? expandUse(row, expansion, 1) : [row]))
  const expanded: EmailDocument = { ...document, rows }
  if (Object.keys(expansion.assets).length > 0) expanded.assets = expansion.assets
  if (translations !== undefined) expanded.translations = { ...translations, locales: expansion.locales }
  return { document: expanded, findings: expansion.findings }
}

/** State of one expansion. */
interface Expansion {
  lookup: ModuleLookup
  findings: ModuleFinding[]
  nodes: number
  assets: Record<string, DocumentAsset>
  locales: Translations['locales']
}

function expandUse(use: ModuleUse, expansion: Expansion, depth: number): Row[] {
  const found = (code: ModuleFinding['code'], message: string) =>
    expansion.findings.push({ code, node_id: instanceOf(use.id), message })
  const { ref } = use
  const fragment = expansion.lookup(ref)
  if (fragment === undefined) {
    const which = ref.version === 'latest' ? ref.id : `${ref.id} in version ${ref.version}`
    found('MODULE_NOT_FOUND', `Unknown module ${which}; nothing is rendered in its place.`)
    return [use]
  }
  if (fragment === 'unread') {
    found(
      'MODULE_TOO_LARGE',
      `An email can contain at most ${limits.modulesShown} different modules with ${limits.modulesShownBytes} bytes in total; ${ref.id} was not rendered.`,
    )
    return [use]
  }
  if (depth > limits.moduleDepth) {
    found('MODULE_TOO_DEEP', `Modules nest at most ${limits.moduleDepth} levels deep; ${ref.id} was not rendered.`)
    return [use]
  }
  const size = countList(fragment.nodes)
  if (expansion.nodes + size > limits.documentNodes) {
    found('MODULE_TOO_LARGE', `With module ${ref.id} the email would have more than ${limits.documentNodes} nodes.`)
    return [use]
  }
  expansion.nodes += size
  const filling = fillingOf(use, fragment)
  const names = adoptAssets(fragment, use.id, expansion)
  adoptTranslations(fragment, use, expansion.locales)
  spreadSlotTranslations(use, expansion.locales)
  const rows = fragment.nodes.flatMap((node) => {
    const row = fillRow(
      withOtherIds(withOtherAssets(node, names), (id) => idInside(use.id, id)),
      filling,
    )
    return isModuleUse(row) ? expandUse(row, expansion, depth + 1) : [row]
  })
  const idle = Object.keys(use.slots ?? {}).filter((slot) => !filling.used.has(idInside(use.id, slot)))
  if (idle.length > 0) found('MODULE_SLOT_UNUSED', `Module ${ref.id} has no slot for ${idle.join(', ')}.`)
  const wrapped = wrapRows(use, rows)
  if (wrapped.isLimited) {
    found(
      'MODULE_STYLE_UNUSED',
      `Module ${ref.id} contains groups, so its instance can have neither a loop nor a style.`,
    )
  }
  return wrapped.rows
}

function fillingOf(use: ModuleUse, fragment: ModuleFragment): Filling {
  const known = new Set(fragment.slots)
  const slots = new Map<NodeId, SlotFilling>()
  for (const [slot, wanted] of Object.entries(use.slots ?? {})) {
    if (known.has(slot)) slots.set(idInside(use.id, slot), wanted)
  }
  return { slots, used: new Set() }
}

// Renames assets whose name refers to another image in the document; returns new names by old name.
function adoptAssets({ assets = {} }: ModuleFragment, id: NodeId, expansion: Expansion): Map<string, string> {
  const names = new Map<string, string>()
  for (const [name, asset] of Object.entries(assets)) {
    const known = Object.hasOwn(expansion.assets, name) ? expansion.assets[name] : undefined
    const given = known === undefined || isEqual(known, asset) ? name : freeName(expansion.assets, `${name}-${id}`)
    if (given !== name) names.set(name, given)
    expansion.assets[given] = asset
  }
  return names
}

function freeName(taken: Record<string, unknown>, wanted: string): string {
  const stem = wanted.replaceAll(/[^A-Za-z0-9_-]/g, '-').slice(0, 56)
  for (let number = 1; ; number++) {
    const name = number === 1 ? stem : `${stem}-${number}`
    if (!Object.hasOwn(taken, name)) return name
  }
}

/** Rows of an expanded instance; `isLimited` if groups among them cannot express all its settings. */
interface Wrapped {
  rows: Row[]
  isLimited: boolean
}

const styleProperties = ['classes', 'style', 'mobile', 'dark', 'each'] as const

/**
 * Applies the settings of an instance (condition, loop, visibility, style) to its rows: in a group around them, or not at
 * all without settings. Groups do not nest: if one is among the rows, each row is shown or hidden separately, and a loop or
 * style is dropped.
 */
function wrapRows(use: ModuleUse, rows: Row[]): Wrapped {
  const { hide, parts, when } = use
  const hasStyle = styleProperties.some((key) => use[key] !== undefined)
  if (!hasStyle && hide === undefined && parts === undefined && when === undefined) return { rows, isLimited: false }
  if (!rows.every((row): row is Section => row.type === 'section')) {
    return { rows: rows.map((row) => shownAs(use, row)), isLimited: hasStyle }
  }
  const { ref: _, slots: __, lock: ___, ...rest } = use
  const group: Group = { ...rest, type: 'group', rows }
  return { rows: [group], isLimited: false }
}

function shownAs<T extends Row>({ hide, parts, when }: ModuleUse, row: T): T {
  const shown = { ...row }
  if (hide !== undefined) shown.hide = { ...row.hide, ...hide }
  if (parts !== undefined) shown.parts = { ...row.parts, ...parts }
  if (when !== undefined) shown.when = row.when === undefined ? when : { op: 'and', of: [when, row.when] }
  return shown
}
