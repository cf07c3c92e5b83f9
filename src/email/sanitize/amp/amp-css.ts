import { tokenTypes, tokenize } from 'css-tree/tokenizer'

// Allowed in AMP for Email, according to its validator.
const properties = new Set(
  'align-content align-items align-self appearance aspect-ratio background background-attachment background-blend-mode background-clip background-color background-image background-origin background-position background-repeat background-size border border-bottom border-bottom-color border-bottom-left-radius border-bottom-right-radius border-bottom-style border-bottom-width border-collapse border-color border-left border-left-color border-left-style border-left-width border-radius border-right border-right-color border-right-style border-right-width border-spacing border-style border-top border-top-color border-top-left-radius border-top-right-radius border-top-style border-top-width border-width bottom box-shadow box-sizing break-after caption-side clear color column-count column-fill column-gap column-rule column-span column-width columns counter-increment counter-reset direction display empty-cells flex flex-basis flex-direction flex-flow flex-grow flex-shrink flex-wrap float font font-family font-feature-settings font-kerning font-size font-size-adjust font-stretch font-style font-variant font-variant-caps font-weight gap grid grid-area grid-auto-columns grid-auto-flow grid-auto-rows grid-column grid-column-end grid-column-start grid-row grid-row-end grid-row-start grid-template grid-template-areas grid-template-columns grid-template-rows height hyphens image-orientation image-resolution isolation justify-content justify-items justify-self left letter-spacing line-break line-height list-style list-style-position list-style-type margin margin-bottom margin-left margin-right margin-top max-height max-width min-height min-width mix-blend-mode object-fit object-position opacity order outline outline-color outline-offset outline-style outline-width overflow overflow-wrap overflow-x overflow-y padding padding-bottom padding-left padding-right padding-top perspective position quotes resize right row-gap table-layout text-align text-align-last text-combine-upright text-decoration text-decoration-color text-decoration-line text-decoration-style text-emphasis text-indent text-justify text-orientation text-overflow text-shadow text-transform text-underline-position top transform transform-origin unicode-bidi vertical-align white-space width word-break word-spacing word-wrap writing-mode'.split(
    ' ',
  ),
)

const mediaFeature =
  /^(?:(?:only |not )?(?:all|screen)|(?:min-|max-)?(?:device-)?(?:width|resolution)|orientation|hover|pointer)$/
const pseudo =
  /:(?!(?:active|checked|default|disabled|empty|enabled|first-child|first-of-type|focus|focus-within|hover|last-child|last-of-type|not|nth-child|nth-last-child|nth-last-of-type|nth-of-type|only-child|only-of-type|optional|required)(?![\w-]))/i

/** Keeps the declarations of a style attribute that AMP allows, without `!important`. */
export function cleanAmpDeclarations(css: string): string {
  return splitAt(css, ';')
    .map(cleanDeclaration)
    .filter((one) => one !== '')
    .join(';')
}

/**
 * Reduces a style sheet to what AMP allows: rules with plain selectors, also inside `@media` queries for screens and their
 * width, without `!important`. In linear time.
 */
export function cleanAmpCss(css: string): string {
  return cleanRules(css, 0)
}

function cleanRules(css: string, depth: number): string {
  let out = ''
  for (const { block, head } of rulesOf(css)) {
    const text = head.replace(/\/\*[\s\S]*?(?:\*\/|$)/g, '').trim()
    if (block === undefined || text === '') continue
    if (text.startsWith('@')) {
      const media = /^@media\b([\s\S]*)$/i.exec(text)?.[1]?.trim()
      if (media === undefined || depth > 0 || !isScreen(media)) continue
      const inner = cleanRules(block, depth + 1)
      if (inner !== '') out += `@media ${media}{${inner}}`
    } else if (isPlainSelector(text)) {
      const declarations = cleanAmpDeclarations(block)
      if (declarations !== '') out += `${text}{${declarations}}`
    }
  }
  return out
}

function cleanDeclaration(source: string): string {
  const text = source.replace(/\/\*[\s\S]*?(?:\*\/|$)/g, '').trim()
  const colon = text.indexOf(':')
  const name = text.slice(0, Math.max(colon, 0)).trim().toLowerCase()
  if (!properties.has(name)) return ''
  const value = text
    .slice(colon + 1)
    .replace(/!\s*important/gi, '')
    .trim()
  if (value === '' || value.includes('\\') || /[<>{}@]|expression\s*\(|--|var\s*\(/i.test(value)) return ''
  for (const [, address = ''] of value.matchAll(/url\(\s*['"]?([^'")]*)/gi))
    if (!/^https:\/\//i.test(address)) return ''
  return `${name}:${value}`
}

function isScreen(media: string): boolean {
  return media.split(/,|\band\b/i).every((part) =>
    mediaFeature.test(
      part
        .replace(/:[\s\S]*$/, '')
        .replace(/[()]/g, '')
        .trim()
        .toLowerCase(),
    ),
  )
}

function isPlainSelector(selector: string): boolean {
  return !/[[\]@\\{}<]|\*\/|i-amphtml/i.test(selector) && !pseudo.test(selector)
}

/** The rules of a sheet: prelude and block; no block for a statement that ends at a semicolon. */
function rulesOf(css: string): { head: string; block?: string }[] {
  const rules: { head: string; block?: string }[] = []
  let depth = 0
  let from = 0
  let open = 0
  tokenize(css, (type, start, end) => {
    if (type === tokenTypes.LeftCurlyBracket) {
      if (depth++ === 0) open = start
    } else if (type === tokenTypes.RightCurlyBracket) {
      if (depth === 0) from = end
      else if (--depth === 0) {
        rules.push({ head: css.slice(from, open), block: css.slice(open + 1, start) })
        from = end
      }
    } else if (type === tokenTypes.Semicolon && depth === 0) from = end
  })
  return rules
}

/** Splits at a mark outside brackets and strings. */
function splitAt(css: string, mark: ';'): string[] {
  const parts: string[] = []
  let brackets = 0
  let from = 0
  tokenize(css, (type, start, end) => {
    if (type === tokenTypes.Function || type === tokenTypes.LeftParenthesis) brackets++
    else if (type === tokenTypes.RightParenthesis) brackets = Math.max(0, brackets - 1)
    else if (brackets === 0 && css.slice(start, end) === mark) {
      parts.push(css.slice(from, start))
      from = end
    }
  })
  parts.push(css.slice(from))
  return parts
}
