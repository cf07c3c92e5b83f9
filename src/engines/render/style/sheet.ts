/**
 * The rules of the style element. Classes are numbered by first use and identical rules share one, so that the same
 * document always gives the same bytes.
 */
export class Sheet {
  readonly #wide = new Map<string, string>()
  readonly #narrow = new Map<string, string>()
  readonly #dark = new Map<string, string>()
  // Short cuts from a colour to its class: to look up a long rule costs more than to write it.
  readonly #ink = new Map<string, string>()
  readonly #paper = new Map<string, string>()

  /** Class for a share of the row above the breakpoint, in percent. */
  column(percent: string): string {
    return name(this.#wide, 'c', percent)
  }

  /** Class for declarations up to the breakpoint; each must end in `!important`, joined by semicolons. */
  mobile(declarations: string): string {
    return name(this.#narrow, 'm', declarations)
  }

  /** Class for declarations in dark mode; each must end in `!important`, joined by semicolons. */
  dark(declarations: string): string {
    return name(this.#dark, 'd', declarations)
  }

  /** As `dark`, for the colour of text alone, which is what most rules are. */
  darkInk(color: string): string {
    return this.#ink.get(color) ?? remember(this.#ink, color, this.dark(`color:${color}!important`))
  }

  /** As `dark`, for a background alone. */
  darkPaper(color: string): string {
    return this.#paper.get(color) ?? remember(this.#paper, color, this.dark(`background-color:${color}!important`))
  }

  /** All rules. `breakpoint` is the last width in px of the mobile layer. */
  print(breakpoint: number): string {
    let css = ''
    if (this.#wide.size > 0) {
      css += `@media (min-width:${breakpoint + 1}px){${this.#columns('')}}`
      // Thunderbird does not heed the media query of a style element; it marks the message with this class.
      css += this.#columns('.moz-text-html ')
    }
    if (this.#narrow.size > 0) css += `@media (max-width:${breakpoint}px){${rules(this.#narrow, '.')}}`
    if (this.#dark.size > 0) css += `@media (prefers-color-scheme:dark){${rules(this.#dark, '.')}}${this.#twins()}`
    return css
  }

  #columns(before: string): string {
    let css = ''
    for (const [percent, name] of this.#wide)
      css += `${before}.${name}{width:${percent}%!important;max-width:${percent}%}`
    return css
  }

  // Outlook.com and Outlook for Android mark recoloured text with data-ogsc and backgrounds with data-ogsb.
  #twins(): string {
    let css = ''
    for (const [declarations, name] of this.#dark) {
      const [paper, ink] = splitPaper(declarations)
      if (ink !== '') css += `[data-ogsc] .${name}{${ink}}`
      if (paper !== '') css += `[data-ogsb] .${name}{${paper}}`
    }
    return css
  }
}

function remember(map: Map<string, string>, key: string, value: string): string {
  map.set(key, value)
  return value
}

function name(rules: Map<string, string>, letter: string, declarations: string): string {
  const known = rules.get(declarations)
  if (known !== undefined) return known
  const fresh = `${letter}${rules.size + 1}`
  rules.set(declarations, fresh)
  return fresh
}

function rules(map: ReadonlyMap<string, string>, before: string): string {
  let css = ''
  for (const [declarations, name] of map) css += `${before}${name}{${declarations}}`
  return css
}

function splitPaper(declarations: string): [paper: string, ink: string] {
  const all = declarations.split(';')
  const isPaper = (one: string) => one.startsWith('background')
  return [all.filter(isPaper).join(';'), all.filter((one) => !isPaper(one)).join(';')]
}
