import type { BackgroundImage, Color, Style } from '../../document/index.ts'
import type { Paint } from '../html-context.ts'
import type { ComputedStyle } from '../style/computed-style.ts'
import { darkDeclarations, mobileDeclarations } from '../style/declarations.ts'
import type { Palette } from '../style/palette.ts'
import type { Sheet } from '../style/sheet.ts'

interface Tools {
  palette: Palette
  sheet: Sheet
  /** URL of a background image for a CSS rule; undefined if there is none. */
  ruleAddress(image: BackgroundImage): string | undefined
}

/** Classes of an element for its mobile layer, its dark layer and their combination; empty if it has none. */
export function layerClasses(tools: Tools, style: ComputedStyle, mobile: Style | undefined, paint: Paint): string {
  const dark = darkClass(tools, style, paint)
  const isSilent = mobile === undefined || isEmpty(mobile)
  if (isSilent && (paint.mobile === undefined || paint.mobile === '')) return dark
  const own = isSilent ? '' : mobileRules(tools, style, mobile, paint)
  const narrow = joinRules(own, paint.mobile)
  const night = isSilent ? '' : nightRules(tools, style, mobile, paint)
  let classes = narrow === '' ? '' : tools.sheet.mobile(narrow)
  if (dark !== '') classes = classes === '' ? dark : `${classes} ${dark}`
  return night === '' ? classes : `${classes} ${tools.sheet.night(night)}`
}

function isEmpty(style: Style): boolean {
  for (const _property in style) return false
  return true
}

function darkClass({ palette, sheet }: Tools, style: ComputedStyle, paint: Paint): string {
  const background = paint.box ? palette.dark(style.background, style.darkBackground) : undefined
  const color = paint.text ? palette.dark(style.color, style.darkColor) : undefined
  const edge = paint.box && (style.border !== undefined || style.darkBorder !== undefined)
  const border = edge ? palette.dark(style.border?.color, style.darkBorder) : undefined
  if (paint.dark === undefined && border === undefined) {
    if (background === undefined) return color === undefined ? '' : sheet.darkColor(color)
    if (color === undefined) return sheet.darkBackground(background)
  }
  const rules = joinRules(darkDeclarations(background, color, border), paint.dark)
  return rules === '' ? '' : sheet.dark(rules)
}

function mobileRules(tools: Tools, style: ComputedStyle, mobile: Style, paint: Paint): string {
  const { backgroundImage } = mobile
  return mobileDeclarations(mobile, tools.palette, {
    text: paint.text === true,
    box: paint.box === true,
    padding: paint.padding === undefined ? undefined : mobile[paint.padding],
    below: style,
    cell: paint.cell ? style : undefined,
    image: paint.cell && backgroundImage !== undefined ? tools.ruleAddress(backgroundImage) : undefined,
  })
}

// The dark layer comes last, so mobile colors that apply in dark mode are repeated after it.
function nightRules({ palette }: Tools, style: ComputedStyle, mobile: Style, paint: Paint): string {
  const of = (color: Color | undefined, below: Color | undefined, own: Color | undefined) => {
    // The node's own dark color applies on phones too.
    if (color === undefined || own !== undefined) return undefined
    return palette.dark(color) ?? (palette.dark(below) === undefined ? undefined : palette.light(color))
  }
  const background = paint.box ? of(mobile.background, style.background, style.darkBackground) : undefined
  const color = paint.text ? of(mobile.color, style.color, style.darkColor) : undefined
  const border = paint.box ? of(mobile.border?.color, style.border?.color, style.darkBorder) : undefined
  return darkDeclarations(background, color, border)
}

/** Joins by a semicolon; either may be missing. */
export function joinRules(first: string, second: string | undefined): string {
  if (second === undefined || second === '') return first
  return first === '' ? second : `${first};${second}`
}
