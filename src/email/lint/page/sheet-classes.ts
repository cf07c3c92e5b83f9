import type { CssSheet } from './scan-css.ts'
import { type StyleFacts, styleFacts } from './style-facts.ts'

/** What the classes of the style element say, by their names. */
export interface SheetClasses {
  dark: ReadonlyMap<string, StyleFacts>
  narrow: ReadonlyMap<string, StyleFacts>
}

/** The rules for one class each of dark mode and of the mobile layer, which is how the renderer writes both. */
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
