/** Declarations by lowercase property name; those with `!important` are separate. */
interface Declarations {
  normal: Record<string, string>
  important: Record<string, string>
}

export interface Rule {
  selectors: string
  declarations: Declarations
  media: Media | undefined
  query: string
}

export interface Sheet {
  rules: Rule[]
  /** URLs of imported sheets. */
  imports: string[]
  /** At-rules preserved verbatim, because no document property expresses them: fonts, animations. */
  verbatimRules: string[]
}

const maxRules = 5000
/** Template tags before a rule, such as that of a partial: browsers never see them. */
const leadingTags = /^\s*(?:\uf8f0[\ue000-\uefff]{2}\s*)+/

/**
 * Parses a style sheet in one pass. Drops comments, malformed rules and at-rules that have no effect in an email; rules
 * inside media queries carry their query. Never throws; skips queries nested more than two deep.
 */
export function parseSheet(css: string): Sheet {
  const sheet: Sheet = { rules: [], imports: [], verbatimRules: [] }
  readRules(css.replace(/\/\*[^*]*(?:\*(?!\/)[^*]*)*(?:\*\/|$)/g, ' ').replace(/<!--|-->/g, ' '), {
    sheet,
    media: undefined,
    query: '',
    depth: 0,
  })
  return sheet
}

interface Around {
  sheet: Sheet
  media: Media | undefined
  query: string
  depth: number
}

function readRules(css: string, around: Around): void {
  const { sheet, media, query } = around
  let at = 0
  while (at < css.length && sheet.rules.length < maxRules) {
    const next = nextOf(css, at, '{;}')
    if (next >= css.length) return
    const prelude = css.slice(at, next).replace(leadingTags, '').trim()
    if (css[next] !== '{') {
      const address = /^@import\s+(?:url\(\s*)?["']?([^"')\s;]+)/i.exec(prelude)?.[1]
      if (address !== undefined) sheet.imports.push(address)
      at = next + 1
      continue
    }
    const end = endOfBlock(css, next)
    const body = css.slice(next + 1, end)
    at = end + 1
    if (prelude.startsWith('@')) readAtRule(prelude, body, around)
    else if (prelude !== '')
      sheet.rules.push({ selectors: prelude, declarations: readDeclarations(body), media, query })
  }
}

function readAtRule(prelude: string, body: string, around: Around): void {
  const { sheet, media, query, depth } = around
  const [, name = '', rest = ''] = /^@([\w-]+)\s*([\s\S]*)$/.exec(prelude) ?? []
  switch (name.toLowerCase()) {
    case 'media':
      if (depth < 2)
        readRules(body, {
          sheet,
          media: readMedia(rest, media),
          query: query === '' ? rest.trim() : `${query} and ${rest.trim()}`,
          depth: depth + 1,
        })
      return
    case 'supports':
    case 'layer':
      if (depth < 2) readRules(body, { ...around, depth: depth + 1 })
      return
    case 'font-face':
    case 'keyframes':
    case '-webkit-keyframes':
      sheet.verbatimRules.push(`${prelude}{${body.trim()}}`)
  }
}

/** Parses a block or a style attribute; the last declaration of a property wins. */
export function readDeclarations(body: string): Declarations {
  const declarations: Declarations = { normal: {}, important: {} }
  let at = 0
  while (at < body.length) {
    const end = nextOf(body, at, ';')
    const colon = body.indexOf(':', at)
    if (colon > at && colon < end) {
      const name = body.slice(at, colon).trim().toLowerCase()
      const value = body.slice(colon + 1, end).trim()
      const bang = value.lastIndexOf('!')
      const isImportant = bang >= 0 && /^!\s*important$/i.test(value.slice(bang))
      const text = isImportant ? value.slice(0, bang).trim() : value
      if (/^-?[a-z][a-z-]*$/.test(name) && text !== '') declarations[isImportant ? 'important' : 'normal'][name] = text
    }
    at = end + 1
  }
  return declarations
}

/** The offset of the first wanted character outside strings and brackets, or the length of the text. */
function nextOf(css: string, from: number, wanted: string): number {
  let round = 0
  for (let at = from; at < css.length; at++) {
    const char = css[at] as string
    if (char === '"' || char === "'") at = endOfString(css, at, char)
    else if (char === '\\') at++
    else if (char === '(') round++
    else if (char === ')') round = Math.max(0, round - 1)
    else if (wanted.includes(char) && (round === 0 || char === '{' || char === '}')) return at
  }
  return css.length
}

// A string ends at the end of its line at the latest (CSS Syntax 4.3.5).
function endOfString(css: string, from: number, quote: string): number {
  for (let at = from + 1; at < css.length; at++) {
    if (css[at] === '\\') at++
    else if (css[at] === quote || css[at] === '\n') return at
  }
  return css.length
}

function endOfBlock(css: string, open: number): number {
  let depth = 0
  for (let at = open; at < css.length; at++) {
    const char = css[at] as string
    if (char === '"' || char === "'") at = endOfString(css, at, char)
    else if (char === '\\') at++
    else if (char === '{') depth++
    else if (char === '}' && --depth === 0) return at
  }
  return css.length
}

/** Screens that a rule applies to: `wide` is a mail client on a computer, `narrow` a phone. */
interface Media {
  wide: boolean
  narrow: boolean
  dark: boolean
  /** Maximum width in px, if the query has one. */
  upTo?: number
}

const wideWidth = 1000
const narrowWidth = 375

interface Screen {
  width: number
  isDark: boolean
}

/** Parses a media query list, combined with the enclosing query. */
function readMedia(text: string, around: Media | undefined): Media {
  const queries = text.toLowerCase().slice(0, 2000).split(',')
  const holds = (screen: Screen) => queries.some((query) => holdsOn(query, screen))
  const media: Media = {
    wide: holds({ width: wideWidth, isDark: false }) && around?.wide !== false,
    narrow: holds({ width: narrowWidth, isDark: false }) && around?.narrow !== false,
    dark: holds({ width: wideWidth, isDark: true }) && (around === undefined || around.dark),
  }
  const upTo = /max-(?:device-)?width\s*:\s*([\d.]+)px/.exec(text)?.[1] ?? /width\s*<=?\s*([\d.]+)px/.exec(text)?.[1]
  if (upTo !== undefined) media.upTo = Number(upTo)
  else if (around?.upTo !== undefined) media.upTo = around.upTo
  return media
}

function holdsOn(query: string, screen: Screen): boolean {
  const negated = /^\s*not\b/.test(query)
  const type = /^\s*(?:only\s+|not\s+)?([a-z-]+)/.exec(query)?.[1]
  const isScreen = type === undefined || type === 'screen' || type === 'all' || type === 'and'
  const features = query.match(/\([^()]*\)/g) ?? []
  const holds = isScreen && features.every((feature) => featureHolds(feature.slice(1, -1).trim(), screen))
  return negated ? !holds : holds
}

function featureHolds(feature: string, { width, isDark }: Screen): boolean {
  const [, name = '', value = ''] = /^([a-z-]+)\s*:\s*(\S.*)?$/.exec(feature) ?? []
  const px = Number.parseFloat(value) * (value.endsWith('em') ? 16 : 1)
  switch (name) {
    case 'min-width':
    case 'min-device-width':
      return width >= px
    case 'max-width':
    case 'max-device-width':
      return width <= px
    case 'prefers-color-scheme':
      return (value.trim() === 'dark') === isDark
    case 'orientation':
      return (value.trim() === 'portrait') === width < 600
    case '':
      return rangeHolds(feature, width)
    default:
      return false
  }
}

function rangeHolds(feature: string, width: number): boolean {
  const match = /^width\s*(<=?|>=?)\s*([\d.]+)px$/.exec(feature)
  if (match === null) return false
  const px = Number(match[2])
  return match[1]?.startsWith('<') === true ? width <= px : width >= px
}
