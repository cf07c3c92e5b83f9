/** What a host's style sheet for the editor may use. Lists of what is allowed, so that what browsers learn next is not. */

const side = '(-(top|right|bottom|left|block|block-start|block-end|inline|inline-start|inline-end))?'

const properties = new RegExp(
  `^(${[
    '--svc-[\\w-]+',
    'color',
    'color-scheme',
    'accent-color',
    'caret-color',
    'background(-color|-image)?',
    `border${side}(-(color|style|width))?`,
    'border(-(top|bottom)-(left|right)|-(start|end)-(start|end))?-radius',
    'box-shadow',
    'text-shadow',
    'font(-(family|size|weight|style|variant|stretch|variant-numeric|feature-settings))?',
    'line-height',
    'letter-spacing',
    'word-spacing',
    'text-(align|transform|decoration|decoration-color|decoration-line|decoration-style|indent|overflow)',
    'white-space',
    `padding${side}`,
    `margin${side}`,
    '(row-|column-)?gap',
    '(min-|max-)?(width|height|inline-size|block-size)',
    'display',
    'align-(items|content|self)',
    'justify-(items|content|self)',
    'opacity',
    'outline(-(color|style|width|offset))?',
    'fill',
    'stroke(-width)?',
    'cursor',
    'transition(-(property|duration|timing-function|delay))?',
  ].join('|')})$`,
)

const displays = /^(none|block|flex|grid|inline|inline-block|inline-flex|inline-grid|contents)(!important)?$/

/** True if a property may be set. */
export function isAllowedProperty(name: string): boolean {
  return properties.test(name)
}

/** True if `display` may be that: what leaves things where they are. */
export function isAllowedDisplay(value: string): boolean {
  return displays.test(value.trim().toLowerCase())
}

const functions = new RegExp(
  '^(var|calc|min|max|clamp|rgba?|hsla?|hwb|lab|lch|oklab|oklch|color|color-mix|light-dark|cubic-bezier|steps|linear|' +
    '(repeating-)?(linear|radial|conic)-gradient)$',
)

/** True if a value may use a function: those that compute, none that fetch or read. */
export function isAllowedFunction(name: string): boolean {
  return functions.test(name)
}

/** True if an at-rule may stand there: those that ask about the surroundings. */
export function isAllowedAtRule(name: string): boolean {
  return ['media', 'supports', 'layer', 'container'].includes(name)
}

/** Attributes that hold what people type or what the service wrote into the page. */
export function isSecretAttribute(name: string): boolean {
  return ['value', 'content', 'src', 'srcdoc', 'href', 'action'].includes(name)
}
