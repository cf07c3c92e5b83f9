/**
 * The rules of the one style element of AMP. Classes are numbered by first use and equal rules share one. Those of the
 * mobile layer come last, so that they win without `!important`, which AMP refuses.
 */
export class AmpSheet {
  readonly #plain = new Map<string, string>()
  readonly #narrow = new Map<string, string>()
  readonly #whole = new Set<string>()

  /** Class for declarations, joined by semicolons. */
  plain(declarations: string): string {
    return named(this.#plain, 's', declarations)
  }

  /** Class for declarations up to the breakpoint. */
  mobile(declarations: string): string {
    return named(this.#narrow, 'm', declarations)
  }

  /** A rule with a selector of its own, once. */
  rule(rule: string): void {
    this.#whole.add(rule)
  }

  /**
   * The rules of the classes that are used: what is rendered for Outlook alone requests some and is left out. `breakpoint` is
   * the last width in px of the mobile layer.
   */
  print(breakpoint: number, used: ReadonlySet<string>): string {
    const narrow = rulesOf(this.#narrow, used)
    const plain = [...this.#whole].join('') + rulesOf(this.#plain, used)
    return narrow === '' ? plain : `${plain}@media (max-width:${breakpoint}px){${narrow}}`
  }
}

function rulesOf(rules: ReadonlyMap<string, string>, used: ReadonlySet<string>): string {
  let css = ''
  for (const [declarations, name] of rules) if (used.has(name)) css += `.${name}{${declarations}}`
  return css
}

function named(rules: Map<string, string>, letter: string, declarations: string): string {
  const known = rules.get(declarations)
  if (known !== undefined) return known
  const name = `${letter}${rules.size + 1}`
  rules.set(declarations, name)
  return name
}
