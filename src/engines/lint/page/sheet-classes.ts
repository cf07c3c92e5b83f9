import type { CssSheet } from './scan-css.ts'
import { type StyleFacts, factsOf } from './style-facts.ts'

/** What the classes of the style element say, by their names. */
export interface SheetClasses {
  dark: ReadonlyMap<string, StyleFacts>
  narrow: ReadonlyMap<string, StyleFacts>
}

/** The rules for one class each of dark mode and of the mobile layer, which is how the renderer writes both. */
export function readClasses(sheet: CssSheet): SheetClasses {
  const dark = new Map<string, StyleFacts>()
  const narrow = new Map<string, StyleFacts>()
  for (const { around, declarations, selector } of sheet.rules) {
    const name = /^\.([\w-]+)$/.exec(selector)?.[1]
    const media = around.length === 1 ? around[0] : undefined
    if (name === undefined || media === undefined) continue
    if (/prefers-color-scheme\s*:\s*dark/.test(media)) dark.set(name, factsOf(declarations))
    else if (/max-width/.test(media)) narrow.set(name, factsOf(declarations))
  }
  return { dark, narrow }
}
