import type { CssSheet } from './scan-css.ts'
import { type StyleFacts, styleFacts } from './style-facts.ts'

/** Styles of the classes in the style element, by class name. */
export interface SheetClasses {
  dark: ReadonlyMap<string, StyleFacts>
  narrow: ReadonlyMap<string, StyleFacts>
}

/** Reads the rules for a single class in dark mode and in the mobile layer, the form in which the renderer writes both. */
export function readClasses(sheet: CssSheet): SheetClasses {
  const dark = new Map<string, StyleFacts>()
  const narrow = new Map<string, StyleFacts>()
  const layers = { dark, narrow }
  const known = new Map<readonly string[], keyof SheetClasses | undefined>()
  for (const rule of sheet.rules) {
    const { around, selector } = rule
    if (!known.has(around)) known.set(around, layerOf(around))
    const layer = known.get(around)
    if (layer !== undefined && /^\.[\w-]+$/.test(selector))
      layers[layer].set(selector.slice(1), styleFacts(rule.source))
  }
  return { dark, narrow }
}

function layerOf([media = '', ...more]: readonly string[]): keyof SheetClasses | undefined {
  if (more.length > 0) return undefined
  if (/prefers-color-scheme\s*:\s*dark/.test(media)) return 'dark'
  return media.includes('max-width') ? 'narrow' : undefined
}
