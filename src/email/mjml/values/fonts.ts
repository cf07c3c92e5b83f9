import type { ThemeFont } from '../../document/index.ts'
import type { Attributes } from './lengths.ts'

/** Fonts that mjml loads automatically if they are used. */
const known: Readonly<Record<string, string>> = {
  'Open Sans': 'https://fonts.googleapis.com/css?family=Open+Sans:300,400,500,700',
  'Droid Sans': 'https://fonts.googleapis.com/css?family=Droid+Sans:300,400,500,700',
  Lato: 'https://fonts.googleapis.com/css?family=Lato:300,400,500,700',
  Roboto: 'https://fonts.googleapis.com/css?family=Roboto:300,400,500,700',
  Ubuntu: 'https://fonts.googleapis.com/css?family=Ubuntu:300,400,500,700',
}

const letter = '[A-Za-z0-9_\\u00c0-\\u024f\\u0370-\\u1fff\\u2c00-\\ud7ff-]'
const name = new RegExp(`^${letter}+(?: ${letter}+)*$`)

/** Fonts of a source: stacks that begin with a web font become fonts of the theme. */
export class Fonts {
  readonly theme: Record<string, ThemeFont> = {}
  private readonly addresses = new Map<string, string>(Object.entries(known))
  private readonly keys = new Map<string, string>()

  /** Adds a mj-font; false if its URL is invalid. */
  add({ name: family = '', href = '' }: Attributes): boolean {
    const address = href.trim().replace(/^\/\//, 'https://').replaceAll('&amp;', '&').replaceAll(';', '%3B')
    if (!name.test(clean(family)) || !/^https:\/\/[^\s"'<>()\\{}]+$/.test(address)) return false
    this.addresses.set(clean(family), address)
    return true
  }

  /** Converts a font stack to `$font.name` or a stack of valid names; undefined if no name is valid. */
  read(value: string | undefined): string | undefined {
    const families = (value ?? '')
      .split(',')
      .map(clean)
      .filter((family) => name.test(family))
    const [first, ...rest] = families
    if (first === undefined) return undefined
    const href = this.addresses.get(first)
    const stack = families.join(', ')
    if (href === undefined || first.length > 100) return stack.slice(0, 300) === stack ? stack : first
    const held = this.keys.get(stack)
    if (held !== undefined) return held
    const key = this.freeKey(first)
    this.theme[key] = { family: first, fallback: rest.join(', ') || 'sans-serif', href }
    this.keys.set(stack, `$font.${key}`)
    return `$font.${key}`
  }

  private freeKey(family: string): string {
    const base =
      family
        .toLowerCase()
        .replace(/[^a-z0-9]+/g, '-')
        .replace(/^[^a-z]+/, '')
        .slice(0, 50) || 'font'
    let key = base
    for (let count = 2; Object.hasOwn(this.theme, key); count++) key = `${base}-${count}`
    return key
  }
}

function clean(family: string): string {
  return family
    .trim()
    .replace(/^(?:&quot;|&#39;|["'])+/, '')
    .replace(/(?<!&quot;|&#39;|["'])(?:&quot;|&#39;|["'])+$/, '')
    .replace(/\s+/g, ' ')
}
