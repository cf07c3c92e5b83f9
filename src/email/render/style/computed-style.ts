import type { Color, DarkStyle, Style } from '../../document/index.ts'

/** A style after all its layers, with the node's own dark colors. */
export interface ComputedStyle extends Style {
  darkColor?: Color | undefined
  darkBackground?: Color | undefined
  darkBorder?: Color | undefined
  mobileText?: Style | undefined
}

/** Properties of text that are inherited from section and column. */
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

// Assigned onto the complete object, not onto an empty one: properties are then stored in the object itself, which is
// copied faster.
const nothing: ComputedStyle = {}
const blank: ComputedStyle = Object.assign(everyProperty, nothing)

/**
 * A style with all properties undefined. All styles have the same properties in the same order, so that they share a
 * hidden class.
 */
export function blankStyle(): ComputedStyle {
  return { ...blank }
}

/** Default text style without a theme. */
export const plainText: Style = { font: 'Arial, Helvetica, sans-serif', size: 16, lineHeight: 1.5, color: '#1f2328' }

/** Default color of links without a theme. */
export const plainLinkColor = '#0b57d0'

/** A new light color drops the dark one below it, because the two belong together. */
export function addLayer(below: ComputedStyle, style: Style | undefined, dark?: DarkStyle): ComputedStyle {
  if (style === undefined && dark === undefined) return below
  return assignLayer({ ...below }, style, dark)
}

/** Like addLayer, but mutates a style that is not shared yet. */
export function assignLayer(out: ComputedStyle, style: Style | undefined, dark?: DarkStyle): ComputedStyle {
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

/** Inherited part of a style; returns the object `around` itself if nothing changes. */
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

// A property of this style for wide screens overrides an inherited one for phones.
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

/** The block's own mobile layer, with inherited properties where it has no value. */
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

/** Adds inherited properties to a style that is not shared yet. */
export function assignInherited(
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
