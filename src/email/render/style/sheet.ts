import { inOnePiece } from './one-piece.ts'

/** A requested rule or web font, and its class. */
export interface Use {
  kind: 'wide' | 'narrow' | 'dark' | 'night' | 'font'
  text: string
  name: string
}

/**
 * Rules of the style element. Classes are numbered by first use and identical rules share one, so that the same
 * document always gives the same bytes.
 */
export class Sheet {
  /** All requests, in order; recorded only while pieces of HTML are cached. */
  log: Use[] | undefined
  readonly #wide = new Map<string, string>()
  readonly #narrow = new Map<string, string>()
  readonly #dark = new Map<string, string>()
  readonly #night = new Map<string, string>()
  // Maps colors directly to classes: looking up a long rule costs more than writing it.
  readonly #colors = new Map<string, Use>()
  readonly #backgrounds = new Map<string, Use>()

  /** Class for a share of the row in percent, above the breakpoint. */
  column(percent: string): string {
    return this.#name('wide', percent)
  }

  /** Class for declarations up to the breakpoint; separated by semicolons, each `!important`. */
  mobile(declarations: string): string {
    return this.#name('narrow', declarations)
  }

  /** Class for declarations in dark mode; separated by semicolons, each `!important`. */
  dark(declarations: string): string {
    return this.#name('dark', declarations)
  }

  /** Class for declarations up to the breakpoint in dark mode; overrides both other layers. */
  night(declarations: string): string {
    return this.#name('night', declarations)
  }

  /** Like `dark`, for a text color alone, which most rules are. */
  darkColor(color: string): string {
    return this.#short(this.#colors, color, 'color')
  }

  /** Like `dark`, for a background alone. */
  darkBackground(color: string): string {
    return this.#short(this.#backgrounds, color, 'background-color')
  }

  /** Repeats a request; false if the class has another name now. */
  again({ kind, text, name }: Use): boolean {
    return kind !== 'font' && this.#name(kind, text) === name
  }

  #short(uses: Map<string, Use>, color: string, property: string): string {
    const known = uses.get(color)
    if (known !== undefined) {
      this.log?.push(known)
      return known.name
    }
    const text = `${property}:${color}!important`
    const given = this.dark(text)
    uses.set(color, { kind: 'dark', text, name: given })
    return given
  }

  #name(kind: Exclude<Use['kind'], 'font'>, text: string): string {
    const given =
      kind === 'wide'
        ? name(this.#wide, 'c', text)
        : kind === 'narrow'
          ? name(this.#narrow, 'm', text)
          : kind === 'dark'
            ? name(this.#dark, 'd', text)
            : name(this.#night, 'n', text)
    this.log?.push({ kind, text, name: given })
    return given
  }

  /** `breakpoint` is the last width in px of the mobile layer. */
  print(breakpoint: number): string {
    let css = ''
    if (this.#wide.size > 0) {
      css += `@media (min-width:${breakpoint + 1}px){${this.#columns('.')}}`
      // Thunderbird does not apply media queries of a style element; it marks the message with this class.
      css += this.#columns('.moz-text-html .')
    }
    if (this.#narrow.size > 0) css += `@media (max-width:${breakpoint}px){${rules(this.#narrow, '.')}}`
    if (this.#dark.size > 0) css += `@media (prefers-color-scheme:dark){${rules(this.#dark, '.')}}${this.#twins()}`
    if (this.#night.size > 0) {
      css += `@media (max-width:${breakpoint}px) and (prefers-color-scheme:dark){${rules(this.#night, '.')}}`
    }
    return css
  }

  #columns(before: string): string {
    let css = ''
    for (const [percent, name] of this.#wide) css += `${before}${name}${share(percent)}`
    return css
  }

  // Outlook.com and Outlook for Android mark recolored text with data-ogsc and backgrounds with data-ogsb.
  #twins(): string {
    let css = ''
    for (const [declarations, name] of this.#dark) {
      const [background, color] = splitBackground(declarations)
      if (color !== '') css += `[data-ogsc] .${name}{${color}}`
      if (background !== '') css += `[data-ogsb] .${name}{${background}}`
    }
    return css
  }
}

function name(rules: Map<string, string>, letter: keyof typeof firstNames, declarations: string): string {
  const known = rules.get(declarations)
  if (known !== undefined) return known
  const fresh = nameOf(letter, rules.size + 1)
  rules.set(declarations, fresh)
  return fresh
}

// The first names, which every email uses, are precomputed.
const firstNames = { c: [] as string[], m: [] as string[], d: [] as string[], n: [] as string[] }
const maxNames = 100

function nameOf(letter: keyof typeof firstNames, number: number): string {
  const known = firstNames[letter][number]
  if (known !== undefined) return known
  const fresh = inOnePiece(`${letter}${number}`)
  if (number < maxNames) firstNames[letter][number] = fresh
  return fresh
}

// Flattened, because each is used twice.
function share(percent: string): string {
  return `{width:${percent}%!important;max-width:${percent}%}`
}

function rules(map: ReadonlyMap<string, string>, before: string): string {
  let css = ''
  for (const [declarations, name] of map) css += `${before}${name}{${declarations}}`
  return css
}

function splitBackground(declarations: string): [background: string, color: string] {
  if (!declarations.includes(';'))
    return declarations.startsWith('background') ? [declarations, ''] : ['', declarations]
  const all = declarations.split(';')
  const isBackground = (one: string) => one.startsWith('background')
  return [all.filter(isBackground).join(';'), all.filter((one) => !isBackground(one)).join(';')]
}
