import type { Color, DarkStyle, Style } from '../../document/index.ts'

/** A style after all its layers, with the colors of dark mode where a node sets them itself. */
export interface ComputedStyle extends Style {
  darkColor?: Color | undefined
  darkBackground?: Color | undefined
  darkBorder?: Color | undefined
  mobileText?: Style | undefined
}

/** Properties that text takes over from the section and column around it. */
export const textProperties = [
  'color',
  'font',
  'size',
  'weight',
  'italic',
  'lineHeight',
  'letterSpacing',
  'transform',
  'decoration',
  'align',
] as const satisfies readonly (keyof Style)[]

export type TextProperty = (typeof textProperties)[number]

const namesOfText: ReadonlySet<string> = new Set(textProperties)

function isTextProperty(name: string): name is TextProperty {
  return namesOfText.has(name)
}

const everyProperty: Record<keyof Required<ComputedStyle>, undefined> = {
  padding: undefined,
  background: undefined,
  backgroundImage: undefined,
  border: undefined,
  radius: undefined,
  corners: undefined,
  color: undefined,
  font: undefined,
  size: undefined,
  weight: undefined,
  italic: undefined,
  lineHeight: undefined,
  letterSpacing: undefined,
  spacing: undefined,
  transform: undefined,
  decoration: undefined,
  align: undefined,
  valign: undefined,
  width: undefined,
  innerPadding: undefined,
  minHeight: undefined,
  darkColor: undefined,
  darkBackground: undefined,
  darkBorder: undefined,
  mobileText: undefined,
}

// Nothing onto all and not all onto nothing: so the properties lie in the object itself, which is copied faster.
const nothing: ComputedStyle = {}
const blank: ComputedStyle = Object.assign(everyProperty, nothing)

/** A style that says nothing yet. All have the same properties in the same order, which engines read much faster. */
export function blankStyle(): ComputedStyle {
  return { ...blank }
}

/** Text as it is without a theme. */
export const plainText: Style = { font: 'Arial, Helvetica, sans-serif', size: 16, lineHeight: 1.5, color: '#1f2328' }

/** One layer over another. A new light color drops the dark one below it: the two belong together. */
export function addLayer(below: ComputedStyle, style: Style | undefined, dark?: DarkStyle): ComputedStyle {
  if (style === undefined && dark === undefined) return below
  return layOver({ ...below }, style, dark)
}

/** As addLayer, into a style that is not shared yet. */
export function layOver(out: ComputedStyle, style: Style | undefined, dark?: DarkStyle): ComputedStyle {
  if (style !== undefined) {
    for (const property in style) copy(out, style, property as keyof Style)
    if (out.darkColor !== undefined && style.color !== undefined) out.darkColor = undefined
    if (out.darkBackground !== undefined && style.background !== undefined) out.darkBackground = undefined
    if (out.darkBorder !== undefined && style.border !== undefined) out.darkBorder = undefined
  }
  if (dark !== undefined) {
    if (dark.color !== undefined) out.darkColor = dark.color
    if (dark.background !== undefined) out.darkBackground = dark.background
    if (dark.borderColor !== undefined) out.darkBorder = dark.borderColor
  }
  return out
}

/** What of a style its content takes over; the same object as `around` when nothing changes. */
export function inheritText(
  around: ComputedStyle,
  style: Style | undefined,
  dark?: DarkStyle,
  mobile?: Style,
): ComputedStyle {
  if (style === undefined && dark?.color === undefined && mobile === undefined) return around
  let text: ComputedStyle | undefined
  if (style !== undefined) {
    for (const property in style) {
      if (!isTextProperty(property) || style[property] === undefined) continue
      text ??= { ...around }
      copy(text, style, property)
    }
    if (text !== undefined && style.color !== undefined) text.darkColor = undefined
  }
  if (dark?.color !== undefined) {
    text ??= { ...around }
    text.darkColor = dark.color
  }
  const mobileText = mobileTextOf(around, style, mobile)
  if (mobileText === around.mobileText) return text ?? around
  return { ...(text ?? around), mobileText }
}

// What is said here for wide screens holds on phones too, against what the surroundings say for phones.
function mobileTextOf(around: ComputedStyle, style: Style | undefined, mobile: Style | undefined): Style | undefined {
  const outer = around.mobileText
  if (outer === undefined && mobile === undefined) return undefined
  const text: Style = {}
  for (const property of textProperties) {
    if (mobile?.[property] !== undefined) copy(text, mobile, property)
    else if (outer?.[property] !== undefined && style?.[property] === undefined) copy(text, outer, property)
  }
  return Object.keys(text).length === 0 ? undefined : text
}

/** The mobile layer of a block: its own, and what it takes over of the surroundings' where it says nothing itself. */
export function mobileLayer(
  around: ComputedStyle | undefined,
  { style, mobile }: { style?: Style | undefined; mobile?: Style | undefined },
  properties: readonly TextProperty[],
): Style | undefined {
  const outer = around?.mobileText
  if (outer === undefined) return mobile
  const layer: Style = {}
  for (const property of properties) {
    if (outer[property] !== undefined && style?.[property] === undefined) copy(layer, outer, property)
  }
  return { ...layer, ...mobile }
}

/** Adds the given inherited properties to a style that is not shared yet. */
export function layInherited(
  out: ComputedStyle,
  around: ComputedStyle,
  properties: readonly TextProperty[],
): ComputedStyle {
  for (const property of properties) if (around[property] !== undefined) copy(out, around, property)
  if (properties.includes('color') && (around.color !== undefined || around.darkColor !== undefined)) {
    out.darkColor = around.darkColor
  }
  return out
}

function copy<Property extends keyof Style>(
  to: Pick<Style, Property>,
  from: Pick<Style, Property>,
  property: Property,
) {
  const value = from[property]
  if (value !== undefined) to[property] = value
}
