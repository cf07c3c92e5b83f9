import type { Block, Style } from '../../document/index.ts'
import {
  type Attributes,
  type BlockMjml,
  type Element,
  type InputBlock,
  type Reading,
  type Slot,
  borderOf,
  cornersOf,
  cssOf,
  cssOfStyle,
  keepHtml,
  lookOf,
  noBox,
  oneLine,
  onlyElement,
  parseFragment,
  quoted,
  readBox,
  readDeclarations,
  readNumber,
  readPaint,
  tagProblem,
  within,
} from '../../mjml/index.ts'

interface Button extends Block {
  label: string
  href: string
  fullWidth?: boolean
}

export const buttonMjml: BlockMjml<Button> = {
  components: { 'mj-button': { read: readButton } },
  paintsBackground: true,
  write: ({ label, href, fullWidth }, context) => {
    const { background, width } = context.style
    const isFull = fullWidth === true || width === '100%'
    const attributes = {
      ...context.cell(),
      ...context.text(),
      align: context.side,
      href: href === '' ? undefined : href,
      'background-color': context.color(background) ?? 'transparent',
      ...context.frame(),
      width: isFull ? '100%' : typeof width === 'number' ? `${width}px` : undefined,
    }
    return context.component('mj-button', attributes, context.escape(label))
  },
}

// Its label becomes one line of text.
function readButton(reading: Reading, element: Element, slot: Slot): InputBlock[] {
  const attributes = reading.attributesOf(element, slot)
  reading.ignore(element, attributes, ['height', 'name'])
  const { content } = element
  const { href: target = '' } = attributes
  const href = target.trim() === '' ? '' : reading.address(target)
  const label = oneLine(content)
  const padding = readBox(attributes, 'padding', slot.width) ?? noBox
  if (href === undefined || /<img[\s>]/i.test(content) || tagProblem(label) !== undefined) {
    const why =
      href === undefined
        ? `${JSON.stringify(target.slice(0, 100))} is not a supported URL`
        : 'Its label is more than one line of text'
    reading.warn(href === undefined ? 'MJML_ADDRESS' : 'MJML_MARKUP', `${why}; the button was kept as HTML.`, element)
    return [keepButton(reading, element, attributes, { padding })]
  }
  const shown = withWrappers(attributes, content)
  if (shown.isRest) {
    reading.warn('MJML_MARKUP', `The markup in the label ${JSON.stringify(label.slice(0, 60))} was removed.`, element)
  }
  const style = buttonStyle(reading, element, shown.attributes, slot, padding)
  const block: InputBlock = { type: 'button', label: label.slice(0, 10_000), href }
  const width = attributes['width']
  if (width?.trim() === '100%') block['fullWidth'] = true
  return [reading.block(block, style, attributes, element)]
}

function buttonStyle(
  reading: Reading,
  element: Element,
  attributes: Attributes,
  slot: Slot,
  padding: Style['padding'],
): Style {
  const { align: _align, ...look } = cssOfStyle(lookOf(attributes, reading.head.fonts))
  const align = attributes['align']
  const style: Style = {
    ...look,
    padding: padding ?? noBox,
    align: align === 'left' || align === 'right' ? align : 'center',
    background: readPaint(attributes['background-color']) ?? 'transparent',
    innerPadding: readBox(attributes, 'inner-padding', slot.width) ?? noBox,
    radius: 0,
    ...cornersOf(reading, element, attributes['border-radius'], 100),
  }
  const border = borderOf(reading, element, attributes)
  if (border !== undefined) style.border = border
  const width = attributes['width']
  const px = readNumber(width)
  if (width !== undefined && px !== undefined && px > 0 && width.trim() !== '100%') {
    style.width = width.includes('%') ? Math.round((px * slot.width) / 100) : within(px, 1, 2000)
  }
  return style
}

const wrappers: Readonly<Record<string, Attributes>> = {
  b: { 'font-weight': '700' },
  strong: { 'font-weight': '700' },
  i: { 'font-style': 'italic' },
  em: { 'font-style': 'italic' },
  u: { 'text-decoration': 'underline' },
  span: {},
}
const taken = /^(?:color|font-(?:family|size|weight|style)|line-height|letter-spacing|text-(?:transform|decoration))$/

// An element that surrounds the whole label becomes the style of the button; other markup is lost.
function withWrappers(attributes: Attributes, content: string): { attributes: Attributes; isRest: boolean } {
  const out: Record<string, string> = { ...attributes }
  let inner = parseFragment(content)?.children ?? []
  for (;;) {
    const only = onlyElement(inner)
    const own = only === undefined || !Object.hasOwn(wrappers, only.name) ? undefined : wrappers[only.name]
    if (only === undefined || own === undefined) break
    Object.assign(out, own)
    for (const [name, value] of Object.entries(readDeclarations(only.attributes['style'] ?? ''))) {
      if (taken.test(name)) out[name] = value
    }
    inner = only.children
  }
  return { attributes: out, isRest: inner.some((one) => one.kind === 'element') }
}

function keepButton(reading: Reading, element: Element, attributes: Attributes, style: Style): InputBlock {
  const {
    href = '',
    'inner-padding': padding = '0',
    'border-radius': radius = '0',
    align = 'center',
    border = 'none',
  } = attributes
  const face = attributes['background-color'] ?? 'transparent'
  const box = [`background:${face}`, `padding:${padding}`, `border-radius:${radius}`, `border:${border}`]
  const safe = box.filter((one) => !/[;"<>{}]/.test(one)).join(';')
  const css = `display:inline-block;${quoted(safe)};${cssOf({ ...attributes, align: 'center' })}`
  const text = element.content
  const html =
    href.trim() === ''
      ? `<span style="${css}">${text}</span>`
      : `<a href="${quoted(href)}" target="_blank" style="${css}">${text}</a>`
  const slot = align === 'left' || align === 'right' ? align : 'center'
  return keepHtml(reading, element, `<div style="text-align:${slot}">${html}</div>`, style, attributes)
}
