import type { BackgroundImage, Border, Color, Style } from '../../../document/index.ts'
import { type Box, type Insets, addInsets, hasFace, isPlainColor, isQuote, isRepeated, noInsets } from '../boxes/box.ts'
import { draftSpacer } from '../../spacer.ts'
import type { Page } from '../page.ts'
import { blocksIn, blocksOf, columnsOf, isNarrowEnough, distributeSpace } from './blocks.ts'
import { type InputNode, assign, markVisibility, mobileOf, styleWith } from './style.ts'

/** Rows of an email and its backgrounds. */
export interface EmailRows {
  rows: InputNode[]
  background?: Color
  backgroundImage?: BackgroundImage
  /** Px on both sides of cards on phones, and the length of their source. */
  phoneMargins: { px: number; weight: number }[]
}

interface Env {
  /** Space inside the content background of the row. */
  around: Insets
  /** Space outside the content background. */
  outside: Insets
  /** Background color of the content width. */
  contentBackground: Color | undefined
  band: Style | undefined
  /** There is nothing beside or around the row yet. */
  isRoot: boolean
  isInGroup: boolean
}

/** Converts the box of the body to rows. */
export function emitRows(page: Page, body: Box): EmailRows {
  const email: EmailRows = { rows: [], phoneMargins: [] }
  email.rows = rowsOf(
    page,
    body,
    {
      around: noInsets,
      outside: noInsets,
      contentBackground: undefined,
      band: undefined,
      isRoot: true,
      isInGroup: false,
    },
    email,
  )
  return email
}

function rowsOf(page: Page, box: Box, env: Env, email: EmailRows): InputNode[] {
  const own = box.isFrame === true ? { ...env, around: upright(env.around) } : env
  const rows = visibleRows(page, box, own, email)
  if (box.kind !== 'stack') return rows
  if (isRepeated(box)) return looped(page, rows, box, env)
  for (const row of rows) markVisibility(row, box)
  return rows
}

// A frame is centered in the window, so horizontal padding around it has no effect.
function upright({ wide, narrow }: Insets): Insets {
  return { wide: [wide[0], 0, wide[2], 0], narrow: [narrow[0], narrow[1], narrow[2], narrow[3]] }
}

function looped(page: Page, rows: InputNode[], box: Box, env: Env): InputNode[] {
  const [first, more] = rows
  if (first === undefined) return rows
  if (more === undefined && first['each'] === undefined) return [markVisibility(assign(first, { each: box.each }), box)]
  if (!env.isInGroup && rows.every((row) => row['type'] === 'section'))
    return [markVisibility(assign({ type: 'group', rows }, { each: box.each }), box)]
  // Groups do not nest: the blocks are repeated instead.
  const blocks = blocksOf(page, box, env.around, 0)
  return [section({ columns: [{ type: 'column', width: { fr: 1 }, blocks }], env, box: undefined })]
}

function visibleRows(page: Page, box: Box, env: Env, email: EmailRows): InputNode[] {
  const outer = addInsets(env.around, box.margin)
  if (
    box.kind === 'leaf' &&
    box.isFrame === true &&
    hasFace(box) &&
    isPlainColor(box) &&
    env.contentBackground === undefined
  ) {
    // The frame contains one block, so its color becomes the content background.
    const inside = { ...box, face: {}, margin: beside(box.margin) }
    const outside = addInsets(env.outside, vertical(outer))
    const frame = { ...env, around: beside(env.around), outside, contentBackground: box.face.background }
    return [sectionOf(page, inside, frame)]
  }
  if (box.kind !== 'stack') return [sectionOf(page, box, env)]
  if (!hasFace(box)) return children(page, box, { ...env, around: addInsets(outer, box.padding) }, email)
  if (box.isOpen === true && !isQuote(box)) return openRows(page, box, { ...env, around: outer }, email)
  const spans = box.isOpen !== true && outer.wide[1] < 1 && outer.wide[3] < 1 && Math.abs(box.width - page.width) < 2
  if (spans && isPlainColor(box) && env.contentBackground === undefined && !env.isInGroup) {
    const outside = addInsets(env.outside, outer)
    noteMargin(email, box, outside)
    return children(
      page,
      box,
      { ...env, outside, around: box.padding, contentBackground: box.face.background, isRoot: false },
      email,
    )
  }
  if (spans && !env.isInGroup && box.children.length > 1 && env.band === undefined) {
    noteMargin(email, box, outer)
    return groupOf(page, box, { ...env, around: outer }, email)
  }
  return [sectionOf(page, box, env)]
}

function noteMargin({ phoneMargins }: EmailRows, { element }: Box, { narrow }: Insets): void {
  phoneMargins.push({ px: narrow[1] + narrow[3], weight: element.end - element.start })
}

// A full-width box: the background of the whole email if it contains everything, otherwise a band behind its rows.
function openRows(page: Page, box: Box, env: Env, email: EmailRows): InputNode[] {
  const { background, backgroundImage, border } = box.face
  const inner = { ...env, around: addInsets(env.around, box.padding) }
  // Between two colors, the inner one is a band, which ends with its content.
  const isSecond = email.background !== undefined && background !== undefined && background !== email.background
  if (env.isRoot && border === undefined && !isSecond) {
    if (background !== undefined) email.background = background
    if (backgroundImage !== undefined) email.backgroundImage = backgroundImage
    return children(page, box, inner, email)
  }
  if (backgroundImage !== undefined && box.children.length > 1)
    return [sectionOf(page, box, { ...env, band: { ...env.band, ...box.face } }, true)]
  const { border: _line, ...contentBackground } = box.face
  const rows = children(page, box, { ...inner, band: { ...env.band, ...contentBackground }, isRoot: false }, email)
  if (border !== undefined) {
    addLine(rows[0], border, 'top')
    addLine(rows.at(-1), border, 'bottom')
  }
  return rows
}

// A border around several bands becomes a line above the first and one below the last.
function addLine(row: InputNode | undefined, border: Border, side: 'top' | 'bottom'): void {
  if (row?.['type'] !== 'section' || (border.sides !== undefined && !border.sides.includes(side))) return
  const band = (row['band'] ?? {}) as Style
  const sides = [...new Set([...(band.border?.sides ?? []), side])]
  row['band'] = { ...band, border: { ...border, sides } }
}

function children(page: Page, box: Box, env: Env, email: EmailRows): InputNode[] {
  const spaced = distributeSpace(box.children, env.around)
  const outside = distributeSpace(box.children, env.outside)
  const rows: InputNode[] = []
  let leaves: { box: Box; own: Insets; outside: Insets }[] = []
  const endLeaves = () => {
    if (leaves.length > 0) rows.push(leafSection(page, leaves, env))
    leaves = []
  }
  const isRoot = env.isRoot && box.children.length === 1
  for (const [index, { box: child, own }] of spaced.entries()) {
    const outsideInsets = outside[index]?.own ?? noInsets
    if (isLeaf(child)) {
      leaves.push({ box: child, own, outside: outsideInsets })
      continue
    }
    endLeaves()
    rows.push(...rowsOf(page, child, { ...env, around: own, outside: outsideInsets, isRoot }, email))
  }
  endLeaves()
  return rows
}

// A block, or a box around one block that has no effect on others.
function isLeaf(box: Box): boolean {
  if (box.isFrame === true || box.isOpen === true) return box.kind === 'leaf' && !hasFace(box)
  if (isRepeated(box)) return false
  return box.kind === 'leaf' || (box.kind === 'stack' && !hasFace(box) && box.children.every(isLeaf))
}

function leafSection(page: Page, leaves: readonly { box: Box; own: Insets; outside: Insets }[], env: Env): InputNode {
  const blocks = leaves.flatMap(({ box, own }) => blocksOf(page, box, own, 0))
  const outside = leaves.reduce((sum, leaf) => addInsets(sum, vertical(leaf.outside)), noInsets)
  return section({ columns: [{ type: 'column', width: { fr: 1 }, blocks }], env: { ...env, outside }, box: undefined })
}

function beside({ wide, narrow }: Insets): Insets {
  return { wide: [0, wide[1], 0, wide[3]], narrow: [0, narrow[1], 0, narrow[3]] }
}

function vertical({ wide, narrow }: Insets): Insets {
  return { wide: [wide[0], 0, wide[2], 0], narrow: [narrow[0], 0, narrow[2], 0] }
}

function sectionOf(page: Page, box: Box, env: Env, isBand = false): InputNode {
  const outer = addInsets(env.around, box.margin)
  if (box.kind === 'row' && isNarrowEnough(box)) return rowSection(page, box, env, outer)
  if (box.kind === 'stack' && hasFace(box) && !isBand) {
    const column: InputNode = { type: 'column', width: { fr: 1 }, blocks: blocksIn(page, box.children, noInsets, 0) }
    assign(column, {
      style: styleWith(undefined, box.padding.wide, box.face),
      mobile: mobileOf(undefined, box.padding),
      dark: box.dark,
    })
    return section({
      columns: [column],
      env,
      box: styleWith(undefined, outer.wide),
      mobile: mobileOf(undefined, outer),
    })
  }
  const isAroundFrames = isBand && box.children.every(({ isFrame }) => isFrame === true)
  const blocks =
    box.kind === 'stack'
      ? blocksIn(page, box.children, addInsets(outer, isAroundFrames ? upright(box.padding) : box.padding), 0)
      : blocksOf(page, box, env.around, 0)
  return section({ columns: [{ type: 'column', width: { fr: 1 }, blocks }], env, box: undefined })
}

function rowSection(page: Page, row: Box, env: Env, outer: Insets): InputNode {
  const hasCapacity = outer.wide.some((side) => side > 1)
  if (hasFace(row) && hasCapacity) {
    const { when: _when, hide: _hide, ...plain } = row
    const block = blocksOf(page, { ...plain, face: {}, margin: noInsets }, noInsets, 0)
    const column: InputNode = assign(
      { type: 'column', width: { fr: 1 }, blocks: block },
      { style: styleWith(undefined, [0, 0, 0, 0], row.face) },
    )
    return markVisibility(
      section({ columns: [column], env, box: styleWith(undefined, outer.wide), mobile: mobileOf(undefined, outer) }),
      row,
    )
  }
  const container = addInsets(outer, row.padding)
  const own = section({
    columns: columnsOf(page, row, 0),
    env,
    box: styleWith(undefined, container.wide, row.face),
    mobile: mobileOf(undefined, container),
  })
  own['stack'] = row.stacking ?? 'stack'
  return markVisibility(assign(own, { dark: row.dark }), row)
}

interface SectionParts {
  columns: InputNode[]
  env: Env
  box: Style | undefined
  mobile?: Style | undefined
}

function section({ columns, env, box, mobile }: SectionParts): InputNode {
  const band = styleWith(env.band, vertical(env.outside).wide)
  const contentBackground = env.contentBackground === undefined ? box : { background: env.contentBackground, ...box }
  return assign({ type: 'section', stack: 'stack', columns }, { band, box: contentBackground, mobile })
}

function groupOf(page: Page, box: Box, env: Env, email: EmailRows): InputNode[] {
  const inside: Env = {
    around: noInsets,
    outside: noInsets,
    contentBackground: undefined,
    band: undefined,
    isRoot: false,
    isInGroup: true,
  }
  const group: InputNode = { type: 'group', rows: children(page, box, inside, email) }
  assign(group, {
    style: styleWith(undefined, box.padding.wide, box.face),
    mobile: mobileOf(undefined, box.padding),
    dark: box.dark,
  })
  const [over, , under] = env.outside.wide
  const [above, , below] = env.around.wide
  const outside = { ...env, contentBackground: undefined }
  return [...gap(over, outside), ...gap(above, env), group, ...gap(below, env), ...gap(under, outside)]
}

function gap(height: number, { band, contentBackground }: Env): InputNode[] {
  if (height < 1) return []
  const columns = [{ type: 'column', width: { fr: 1 }, blocks: [draftSpacer(height)] }]
  const row: InputNode = { type: 'section', stack: 'stack', columns }
  return [assign(row, { band, box: contentBackground === undefined ? undefined : { background: contentBackground } })]
}
