import { fail } from '../../kernel/errors/index.ts'
import type { BlockTypes } from '../render/index.ts'
import type { MjmlBlocks, MjmlComponent } from './writing/block-mjml.ts'
import { Reading } from './reading/reading.ts'
import { readRows } from './body/rows.ts'
import { contentsOf, contentsOfRows, holdsCondition, matchedShare } from './counts.ts'
import { readHead } from './head/read-head.ts'
import { withoutPhoneRules } from './head/style-rules.ts'
import type { InputRow } from './input-nodes.ts'
import { type MjmlReport, MjmlWarnings } from './report.ts'
import type { Element } from './source/element.ts'
import { parseSource } from './source/parse-source.ts'
import { tagProblem } from './text/text-blocks.ts'
import { readPaint } from './values/colors.ts'
import { readNumber, within } from './values/lengths.ts'

/** A document in the loose form that readDocument accepts, with the report. */
export interface ReadMjml {
  document: Record<string, unknown>
  report: MjmlReport
}

/**
 * Converts MJML to a document with the same rendering. Unsupported content is kept as HTML blocks and reported; mj-include
 * is never resolved. Throws MJML_INVALID for a source without mjml and mj-body, or one that is too large or too deep.
 */
export function readMjml(source: string, blockTypes: BlockTypes, mjmlBlocks: MjmlBlocks): ReadMjml {
  const { unmatched, root } = parseSource(source)
  const { mjml, body, head: headElement } = partsOf(root)
  const warnings = new MjmlWarnings()
  for (const { line, message } of unmatched) warnings.add('MJML_UNBALANCED', message, line)
  const head = readHead(headElement, warnings)
  const components = componentsOf(mjmlBlocks)
  const reading = new Reading({
    head,
    warnings,
    blockTypes,
    readers: new Map(
      [...components].flatMap(([name, { read }]) => (read === undefined ? [] : [[name, read] as const])),
    ),
    paintingBackground: new Set([...mjmlBlocks].flatMap(([type, one]) => (one.paintsBackground ? [type] : []))),
    isRtl: mjml.attributes['dir'] === 'rtl',
  })
  const slot = { width: 600, classes: '', path: [], isNested: false }
  const attributes = reading.attributesOf(body, slot)
  const declared = readNumber(attributes['width']) ?? 600
  const width = Math.round(within(declared, 320, 900))
  if (declared !== width) warnings.add('MJML_VALUE', `The body must be 320 to 900 px wide, not ${declared}.`, body.line)
  for (const other of mjml.children) {
    if (other !== body && other !== headElement) {
      warnings.add('MJML_PLACE', `${other.name} is not allowed beside mj-head and mj-body and was ignored.`, other.line)
    }
  }
  const rows = readRows(reading, body.children, reading.inside(body, attributes, { ...slot, width }, width, 'body'))
  const background = readPaint(attributes['background-color'])
  const css = styleSheet(reading)
  const document = {
    schema: 'svc.email/1',
    meta: metaOf(mjml, reading),
    theme: {
      colors: {},
      fonts: head.fonts.theme,
      ...reading.theme,
      ...(reading.cssClasses.size === 0
        ? {}
        : { classes: Object.fromEntries([...reading.cssClasses].map((name) => [name, {}])) }),
    },
    body: { width, breakpoint: head.breakpoint, ...(background === undefined ? {} : { background }) },
    fields: [],
    rows,
    ...(css === '' ? {} : { head: { css } }),
  }
  return { document, report: reportOf(reading, { body, rows, components }) }
}

function partsOf(root: Element): { mjml: Element; body: Element; head: Element | undefined } {
  if (root.name !== 'mjml') fail('MJML_INVALID', `The root element is <${root.name.slice(0, 40)}>, not <mjml>.`)
  const body = root.children.find((child) => child.name === 'mj-body')
  if (body === undefined) fail('MJML_INVALID', 'The mjml element has no mj-body.')
  return { mjml: root, body, head: root.children.find((child) => child.name === 'mj-head') }
}

function metaOf({ attributes }: Element, { head }: Reading): Record<string, unknown> {
  const { lang = '', dir } = attributes
  const preview = head.preview?.slice(0, 2000) ?? ''
  return {
    title: head.title.slice(0, 1000),
    lang: /^[A-Za-z]{2,8}(?:-[A-Za-z0-9]{1,8})*$/.test(lang) && lang !== 'und' ? lang : 'en',
    ...(dir === 'rtl' || dir === 'ltr' ? { dir } : {}),
    ...(preview === '' || tagProblem(preview) !== undefined ? {} : { preheader: preview }),
  }
}

const maxCss = 256 * 1024

const paragraphs = 'p{display:block;margin:13px 0}'

// Paragraphs of authored HTML have the margins of mjml's own style sheet.
function styleSheet({ head, hasAuthoredParagraphs, warnings }: Reading): string {
  if (head.css.length > maxCss) {
    warnings.add('MJML_LIMIT', `The style sheets have more than ${maxCss} characters and were ignored.`)
  }
  const own = head.css.length > maxCss ? '' : withoutPhoneRules(head.css).trim()
  if (!hasAuthoredParagraphs || own.startsWith(paragraphs)) return own
  return own === '' ? paragraphs : `${paragraphs}\n${own}`
}

type Components = ReadonlyMap<string, MjmlComponent>

function componentsOf(mjmlBlocks: MjmlBlocks): Components {
  return new Map([...mjmlBlocks.values()].flatMap(({ components = {} }) => Object.entries(components)))
}

function reportOf(
  { warnings }: Reading,
  { body, rows, components }: { body: Element; rows: readonly InputRow[]; components: Components },
): MjmlReport {
  const before = contentsOf(body, (element) => components.get(element.name)?.urls?.(element) ?? urlsOf(element))
  const after = contentsOfRows(rows)
  const blocks = blockTypesIn(rows)
  const native = blocks.filter((type) => type !== 'html').length
  return {
    source: 'mjml',
    native_share: blocks.length === 0 ? 1 : Math.round((native / blocks.length) * 1e4) / 1e4,
    words_kept: matchedShare(before.words, after.words, holdsCondition(rows) ? undefined : after.words),
    links_kept: matchedShare(before.links, after.links),
    images_kept: matchedShare(before.images, after.images),
    warnings: warnings.list,
  }
}

// URLs in attributes; those in texts are counted with the texts.
function urlsOf({ name, attributes }: Element): ['href' | 'src', string][] {
  const { href = '', src = '', 'background-url': url = '' } = attributes
  const out: ['href' | 'src', string][] = []
  if (/^mj-(?:button|image|carousel-image)$/.test(name) && href.trim() !== '') out.push(['href', href])
  if (src.trim() !== '') out.push(['src', src])
  if (url.trim() !== '' && /^mj-(?:section|wrapper|hero)$/.test(name)) out.push(['src', url])
  return out
}

function blockTypesIn(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(blockTypesIn)
  if (typeof value !== 'object' || value === null) return []
  const { rows, columns, blocks, type } = value as Record<string, unknown>
  const inside = [rows, columns, blocks].flatMap(blockTypesIn)
  const isBlock = typeof type === 'string' && !['section', 'group', 'column', 'columns', 'module'].includes(type)
  return isBlock ? [type, ...inside] : inside
}
