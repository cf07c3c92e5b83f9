import type { TSchema } from '@sinclair/typebox'
import { limits } from '../../../kernel/limits.ts'
import { type Filter, type NativeTag, filterProblem } from '../../data/index.ts'
import type { List, RichBlock, RichText, Run } from '../model.ts'
import { meaningOf } from '../properties.ts'
import { type ParsedRichText, readRichHtml } from '../rich-text/parse.ts'
import { tidyRuns } from '../rich-text/runs.ts'
import { specialOf } from '../schema/node.ts'
import {
  breakRunSchema,
  fieldTagSchema,
  nativeTagSchema,
  paragraphSchema,
  richListSchema,
  tagRunSchema,
  textRunSchema,
} from '../schema/rich-text.ts'
import { compile, readItems } from './compile.ts'
import { type Reader, type Reading, isRecord } from './reading.ts'
import { checkTag, readPath, readUrl, thenText } from './text.ts'

const maxHtmlLength = limits.richTextBytes * 8

/** Reads rich text: parses HTML to runs; validates runs, joins them and drops empty text. */
export const readRich: Reader = (value, reading) => {
  if (typeof value === 'string') return readHtml(value, reading)
  if (!Array.isArray(value))
    return reading.problem('expected rich text: HTML such as <p>Hello</p>, or a list of paragraphs and lists')
  const before = reading.issues.length
  const blocks = readItems(value, readBlock, reading)
  return reading.issues.length === before ? withinLimit(blocks as RichText, reading) : value
}

function readHtml(html: string, reading: Reading): RichText | undefined {
  if (html.length > maxHtmlLength)
    return reading.problem(`is ${html.length} characters of HTML; the limit is ${maxHtmlLength}`)
  const { error, links, natives, value } = parseOnce(html)
  if (error !== undefined) reading.problem(error)
  for (const tag of natives) checkTag(tag, reading)
  // Runs parsed from HTML are canonical; only the link attributes are author input.
  for (const { href, title } of links) {
    if (href !== undefined) readUrl(href, reading)
    if ((title?.length ?? 0) > 500 || (href?.length ?? 0) > 8192) reading.problem('contains a link that is too long')
  }
  return withinLimit(value, reading)
}

// API clients send the same texts repeatedly, and editors all but one of them.
const parsed = new Map<string, ParsedRichText>()
const maxParsed = 1000
const maxParsedLength = 4096

/** Caches readRichHtml for short valid texts; the results are shared and immutable. */
function parseOnce(html: string): ParsedRichText {
  const known = parsed.get(html)
  if (known !== undefined) return known
  const result = readRichHtml(html)
  if (html.length > maxParsedLength || result.error !== undefined) return result
  if (parsed.size >= maxParsed) parsed.clear()
  parsed.set(html, result)
  return result
}

function withinLimit(blocks: RichText, reading: Reading): RichText {
  // UTF-8 takes at most three bytes for one UTF-16 unit.
  if (textLength(blocks) * 3 > limits.richTextBytes) {
    const bytes = utf8Length(blocks)
    if (bytes > limits.richTextBytes)
      reading.problem(`has ${bytes} bytes of text; the limit is ${limits.richTextBytes}`)
  }
  return blocks
}

const readFieldTag = compile(fieldTagSchema, extend)
const readNativeTag = compile(nativeTagSchema, extend)
const readText = compile(textRunSchema, extend)
const readTag = compile(tagRunSchema, extend)
const readBreak = compile(breakRunSchema, extend)
const readParagraph = compile(paragraphSchema, extend)
const readList = compile(richListSchema, extend)

const readBlock: Reader = (value, reading) => {
  if (isRecord(value) && value['type'] === 'paragraph') return readParagraph(value, reading)
  if (isRecord(value) && value['type'] === 'list') return readList(value, reading)
  return reading.problem('expected a node of type "paragraph" or "list"')
}

const readRun: Reader = (value, reading) => {
  if (!isRecord(value)) return reading.problem('expected a run: { "text" }, { "tag" } or { "break": true }')
  if ('text' in value) return readText(value, reading)
  return 'tag' in value ? readTag(value, reading) : readBreak(value, reading)
}

const readRuns: Reader = (value, reading) => {
  if (!Array.isArray(value)) return reading.problem('expected a list of runs')
  const before = reading.issues.length
  const runs = readItems(value, readRun, reading)
  return reading.issues.length === before ? tidyRuns(runs as readonly Run[]) : runs
}

// Hoisted, because the readers above are compiled while this file loads.
function extend(schema: TSchema, makeShape: () => Reader): Reader {
  if (isRuns(schema)) return (value, reading) => readRuns(value, reading)
  if (schema.$id === 'MergeTag') return (value, reading) => readMergeTag(value, reading)
  const shape = makeShape()
  if (meaningOf(schema) === 'url') return thenText(shape, readUrl)
  if (specialOf(schema) === 'path') return thenText(shape, readPath)
  if (isFilter(schema)) return (value, reading) => readFilter(shape(value, reading), reading)
  return schema.$id === 'Link' ? (value, reading) => readLink(shape(value, reading), reading) : shape
}

function readMergeTag(value: unknown, reading: Reading): unknown {
  if (!isRecord(value) || !('native' in value)) return readFieldTag(value, reading)
  const before = reading.issues.length
  const tag = readNativeTag(value, reading)
  if (reading.issues.length === before) checkTag(tag as NativeTag, reading)
  return tag
}

function isRuns(schema: TSchema): boolean {
  const options = (schema.items as TSchema | undefined)?.anyOf as TSchema[] | undefined
  return options?.[0]?.$id === textRunSchema.$id
}

function isFilter(schema: TSchema): boolean {
  return isRecord(schema.properties) && 'argument' in schema.properties
}

function readFilter(value: unknown, reading: Reading): unknown {
  if (!isRecord(value) || typeof value['name'] !== 'string') return value
  const problem = filterProblem(value as { name: Filter['name'] } & Record<string, unknown>)
  if (problem !== undefined) reading.problem(problem)
  return value
}

function readLink(value: unknown, reading: Reading): unknown {
  if (isRecord(value) && value['href'] === undefined && value['role'] === undefined) {
    reading.problem('expected an href, or a role such as unsubscribe')
  }
  return value
}

function textLength(blocks: readonly RichBlock[]): number {
  let length = 0
  forEachText(blocks, (text) => (length += text.length))
  return length
}

function utf8Length(blocks: readonly RichBlock[]): number {
  const encoder = new TextEncoder()
  let bytes = 0
  forEachText(blocks, (text) => (bytes += encoder.encode(text).length))
  return bytes
}

function forEachText(blocks: readonly RichBlock[], see: (text: string) => void): void {
  for (const block of blocks) {
    if (block.type === 'paragraph') seeRuns(block.runs, see)
    else seeList(block, see)
  }
}

function seeList(list: List, see: (text: string) => void): void {
  for (const item of list.items) {
    seeRuns(item.runs, see)
    if (item.list !== undefined) seeList(item.list, see)
  }
}

function seeRuns(runs: readonly Run[], see: (text: string) => void): void {
  for (const run of runs) if ('text' in run) see(run.text)
}
