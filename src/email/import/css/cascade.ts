import { type Element, walkElements } from '../tree/dom.ts'
import { defaultsOf } from './defaults.ts'
import { flattenGradient } from './gradients.ts'
import { type Rule, type Sheet, readDeclarations } from './parse-sheet.ts'
import { MatchBudget, type Selector, keyOf, matches, namesIn, readSelectors } from './selectors.ts'
import { addLonghands } from './shorthands.ts'
import { readLength } from './values.ts'

/**
 * Computed declarations of an element as longhands, values unparsed. `narrow` and `dark` contain only the differences to
 * `base`.
 */
export interface Cascaded {
  base: Record<string, string>
  narrow: Record<string, string> | undefined
  dark: Record<string, string> | undefined
}

export interface Cascade {
  styleOf(element: Element): Cascaded
  /** Declarations that the element has only from rules that name no class and no id, as longhands. */
  unnamedStyleOf(element: Element): Record<string, string>
  /** True if matching exceeded its budget, so that some styles are missing. */
  wasCut(): boolean
}

interface Candidate {
  selector: Selector
  rule: Rule
  order: number
}

const nothing: Cascaded = { base: {}, narrow: undefined, dark: undefined }

/**
 * Computes the style of every element below the root from browser defaults, presentational attributes, style sheets and
 * style attributes, in cascade order.
 */
export function createCascade(root: Element, sheets: readonly Sheet[]): Cascade {
  const index = indexRules(sheets)
  const budget = new MatchBudget()
  const styles = new Map<Element, Cascaded>([[root, { base: {}, narrow: undefined, dark: undefined }]])
  walkElements(root, (element) => {
    styles.set(element, cascade(element, index, budget))
    return true
  })
  return {
    styleOf: (element) => styles.get(element) ?? nothing,
    unnamedStyleOf: (element) => unnamedStyle(element, candidatesOf(element, index, budget)),
    wasCut: () => budget.left < 0,
  }
}

function unnamedStyle(element: Element, found: readonly Candidate[]): Record<string, string> {
  const winners = new Map<string, { value: string; isUnnamed: boolean }>()
  const add = (declared: Record<string, string>, isUnnamed: boolean) => {
    const longhands: Record<string, string> = {}
    for (const [name, value] of Object.entries(declared)) addLonghands(longhands, name, value)
    for (const [name, value] of Object.entries(longhands)) winners.set(name, { value, isUnnamed })
  }
  const own = element.attributes['style']
  const inline = own === undefined ? undefined : readDeclarations(own)
  for (const rank of ['normal', 'important'] as const) {
    for (const { rule, selector } of found)
      if (rule.media === undefined) add(rule.declarations[rank], namesIn(selector).length === 0)
    if (inline !== undefined) add(inline[rank], false)
  }
  return Object.fromEntries(
    [...winners].flatMap(([name, { value, isUnnamed }]) => (isUnnamed ? [[name, value] as const] : [])),
  )
}

function indexRules(sheets: readonly Sheet[]): Map<string, Candidate[]> {
  const index = new Map<string, Candidate[]>()
  let order = 0
  for (const rule of sheets.flatMap((sheet) => sheet.rules)) {
    order++
    const { media } = rule
    if (media !== undefined && !media.wide && !media.narrow && !media.dark) continue
    for (const selector of readSelectors(rule.selectors)) {
      const key = keyOf(selector)
      const known = index.get(key)
      if (known === undefined) index.set(key, [{ selector, rule, order }])
      else known.push({ selector, rule, order })
    }
  }
  return index
}

function cascade(element: Element, index: Map<string, Candidate[]>, budget: MatchBudget): Cascaded {
  const found = candidatesOf(element, index, budget)
  const base = defaultsOf(element)
  const own = element.attributes['style']
  const inline = own === undefined ? undefined : readDeclarations(own)
  const wide = found.filter(({ rule }) => rule.media?.wide !== false)
  layer(base, wide, 'normal', inline?.normal)
  layer(base, wide, 'important', inline?.important)
  flattenGradient(base)
  if (isInvisible(element, base) || isFlat(element, base)) base['display'] = 'none'
  // Rules for wide windows only say what phones do not have.
  const narrow = found.filter(({ rule }) => rule.media !== undefined && rule.media.narrow !== rule.media.wide)
  const dark = found.filter(({ rule }) => rule.media !== undefined && rule.media.dark && !rule.media.wide)
  return inViewports({
    base,
    narrow:
      narrow.length === 0
        ? undefined
        : over(found, inline, (candidate) => candidate.rule.media?.narrow !== false, base),
    dark:
      dark.length === 0
        ? undefined
        : over(found, inline, (candidate) => candidate.rule.media?.wide !== false || candidate.rule.media.dark, base),
  })
}

/** Widths of the window in px, of which `vw` is a hundredth, as `vh` is of its height. */
const wideWindow = 640
export const narrowWindow = 375
const viewportLength = /(?<![\w.])(\d+(?:\.\d+)?|\.\d+)v([wh])\b/gi
/** Height of a window as a share of its width, of a screen held upright. */
const windowRatio = 16 / 9

function inViewports({ base, dark, narrow }: Cascaded): Cascaded {
  const fluid = Object.entries(base).filter(([, value]) => value.search(viewportLength) >= 0)
  if (fluid.length === 0 && narrow === undefined) return { base, narrow, dark }
  const small = { ...Object.fromEntries(fluid), ...narrow }
  for (const [name, value] of Object.entries(small)) small[name] = inWindow(value, narrowWindow)
  for (const [name, value] of fluid) base[name] = inWindow(value, wideWindow)
  return { base, dark, narrow: small }
}

function inWindow(value: string, width: number): string {
  // The whole window is the page’s width, whatever that is.
  if (value.toLowerCase() === '100vw') return '100%'
  return value.replace(viewportLength, (_all, share: string, side: string) => {
    const px = (Number(share) * width * (side.toLowerCase() === 'h' ? windowRatio : 1)) / 100
    // Numbers in CSS have no exponent here.
    return `${Number(px.toFixed(4))}px`
  })
}

// Content that fades in is visible at the end of its animation.
function isInvisible({ name }: Element, css: Record<string, string>): boolean {
  const opacity = css['opacity']
  // An invisible cell is a column still.
  if (name !== 'td' && name !== 'th' && css['visibility']?.toLowerCase() === 'hidden') return true
  return (
    opacity !== undefined &&
    Number.parseFloat(opacity) === 0 &&
    !Object.keys(css).some((name) => name.startsWith('animation'))
  )
}

// A wide image without height keeps the layout of the Gmail app wide. One without either size counts who opened the email.
function isFlat({ name }: Element, { height, width, 'min-width': least }: Record<string, string>): boolean {
  return name === 'img' && readLength(height) === 0 && (readLength(least ?? width) ?? 0) > 1
}

// The cascade with the rules of one layer added, as the difference to the base.
function over(
  found: readonly Candidate[],
  inline: ReturnType<typeof readDeclarations> | undefined,
  holds: (candidate: Candidate) => boolean,
  base: Record<string, string>,
): Record<string, string> | undefined {
  const all: Record<string, string> = {}
  const holding = found.filter(holds)
  layer(all, holding, 'normal', inline?.normal)
  layer(all, holding, 'important', inline?.important)
  flattenGradient(all)
  const out: Record<string, string> = {}
  for (const name of Object.keys(all)) if (all[name] !== base[name]) out[name] = all[name] ?? ''
  return Object.keys(out).length === 0 ? undefined : out
}

function layer(
  out: Record<string, string>,
  candidates: readonly Candidate[],
  rank: 'normal' | 'important',
  inline: Record<string, string> | undefined,
): void {
  for (const { rule } of candidates) {
    const declared = rule.declarations[rank]
    for (const name of Object.keys(declared)) addLonghands(out, name, declared[name] ?? '')
  }
  if (inline !== undefined) for (const name of Object.keys(inline)) addLonghands(out, name, inline[name] ?? '')
}

function candidatesOf(element: Element, index: Map<string, Candidate[]>, budget: MatchBudget): Candidate[] {
  const found: Candidate[] = []
  const look = (key: string) => {
    for (const candidate of index.get(key) ?? []) {
      if (matches(element, candidate.selector, budget)) found.push(candidate)
    }
  }
  look('*')
  look(element.name)
  const { id, class: classes } = element.attributes
  if (classes !== undefined)
    for (const name of new Set(classes.split(/\s+/).slice(0, 50))) if (name !== '') look(`.${name}`)
  if (id !== undefined) look(`#${id}`)
  if (found.length < 2) return found
  return found.sort((one, other) => one.selector.weight - other.selector.weight || one.order - other.order)
}
