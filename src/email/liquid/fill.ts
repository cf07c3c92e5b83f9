import {
  Context,
  type Emitter,
  type Liquid,
  type Template,
  TokenKind,
  Tokenizer,
  toValueSync,
  LiquidError,
} from 'liquidjs'
import { limits } from '../../kernel/limits.ts'
import type { ReadContext } from '../data/index.ts'
import { createLiquid, putFilter } from './create-liquid.ts'
import { type LiquidPosition, PlaceReader } from './positions.ts'
import { writeValue } from './write-value.ts'

/** Authored HTML, and the loop variables that override the data. */
export interface LiquidSource {
  html: string
  locals: Readonly<Record<string, unknown>>
}

export interface FillOptions extends ReadContext {
  data: Readonly<Record<string, unknown>>
  /** Prefix of URLs that begin with `/cdn/`. */
  cdnUrl: string
  /** Sanitizes the result, whatever the values are. */
  cleanHtml(html: string): string
}

/** HTML with warnings, or the reason for its absence. Lines count from 1. */
export type FilledSource =
  { html: string; warnings: { code: 'MISSING_VALUE' | 'UNSAFE_ADDRESS'; message: string }[] } | Problem

/**
 * Results are in the order of `sources`. A source that fails, or exceeds its share of time and memory, does not
 * affect others.
 */
export function fillSources(sources: readonly LiquidSource[], options: FillOptions): FilledSource[] {
  const filler = new Filler(options)
  return sources.map((source) => filler.fill(source))
}

/** An output tag: its source and its position in HTML. */
interface Output {
  expression: string
  place: LiquidPosition
}

class Filler {
  readonly #options: FillOptions
  readonly #liquid: Liquid
  readonly #known = new Map<string, { templates: Template[]; outputs: Output[] }>()
  #outputs: readonly Output[] = []
  #warnings: Extract<FilledSource, { html: string }>['warnings'] = []
  #remainingBytes = 0

  constructor(options: FillOptions) {
    this.#options = options
    this.#liquid = createLiquid(options, (value, place) => this.#put(value, place))
  }

  fill({ html, locals }: LiquidSource): FilledSource {
    this.#warnings = []
    try {
      const { templates, outputs } = this.#parse(html)
      this.#outputs = outputs
      const filled = this.#render(templates, { ...this.#options.data, ...locals })
      return { html: this.#options.cleanHtml(filled), warnings: this.#warnings }
    } catch (error) {
      return problemOf(error)
    }
  }

  #parse(html: string): { templates: Template[]; outputs: Output[] } {
    const known = this.#known.get(html)
    if (known !== undefined) return known
    const { source, outputs } = this.#mark(html)
    const parsed = { templates: this.#liquid.parse(source), outputs }
    this.#known.set(html, parsed)
    return parsed
  }

  // Adds a last filter to every output, with the number of its position.
  #mark(html: string): { source: string; outputs: Output[] } {
    const { options } = this.#liquid
    const reader = new PlaceReader()
    const outputs: Output[] = []
    let source = ''
    for (const token of new Tokenizer(html, options.operators).readTopLevelTokens(options)) {
      const text = token.getText()
      if (token.kind === TokenKind.HTML) reader.read(text)
      const expression = token.kind === TokenKind.Output ? text.replace(/^\{\{-?|-?\}\}$/g, '').trim() : ''
      if (expression === '') source += text
      else {
        const filter = ` | ${putFilter}: ${outputs.push({ expression, place: reader.place() }) - 1} `
        const end = text.endsWith('-}}') ? text.length - 3 : text.length - 2
        source += text.slice(0, end) + filter + text.slice(end)
      }
    }
    return { source, outputs }
  }

  #render(templates: Template[], scope: Record<string, unknown>): string {
    this.#remainingBytes = limits.renderBytes
    const take = (text: string) => this.#take(text)
    // Checked for every piece, so that a loop over a long text ends early.
    const emitter: Emitter = {
      buffer: '',
      write(piece: unknown) {
        const text = typeof piece === 'string' ? piece : String(piece ?? '')
        take(text)
        this.buffer += text
      },
    }
    const context = new Context(scope, this.#liquid.options, { sync: true }, { liquid: this.#liquid })
    toValueSync(this.#liquid.renderer.renderTemplates(templates, context, emitter) as never)
    return emitter.buffer
  }

  #put(value: unknown, number: number): string {
    const output = this.#outputs[number]
    if (output === undefined) return ''
    if (value === undefined || value === null)
      this.#warn('MISSING_VALUE', `${output.expression.slice(0, 100)} has no value.`)
    const text = writeValue(value, output.place, {
      cdnUrl: this.#options.cdnUrl,
      warn: (code, message) => this.#warn(code, message),
    })
    this.#take(text)
    return text
  }

  #take(text: string): void {
    this.#remainingBytes -= text.length
    if (this.#remainingBytes < 0) throw new Error(`its output exceeds ${limits.renderBytes} bytes`)
  }

  #warn(code: 'MISSING_VALUE' | 'UNSAFE_ADDRESS', message: string): void {
    const isKnown = this.#warnings.some((one) => one.message === message)
    if (!isKnown && this.#warnings.length < 20) this.#warnings.push({ code, message })
  }
}

/** Reason as the rest of a sentence, and the line, counted from 1, if known. */
interface Problem {
  problem: string
  line?: number
}

const said: readonly [RegExp, string][] = [
  [/^template render limit exceeded$/, `it timed out after ${limits.liquidMs} ms`],
  [/^memory alloc limit exceeded$/, 'its lists and texts exceed the limit'],
  [/^parse length limit exceeded$/, 'it is too long'],
  [/^Maximum call stack size exceeded\.?$/, 'its tags are nested too deep'],
  [/^tag "(.*)" not found$/, 'the tag $1 is not supported'],
  [/^undefined filter: (.*)$/, 'the filter $1 is not supported'],
  [/^(?:tag|output) "?([\s\S]*?)"? not closed$/, '$1 is not closed'],
  [/^illegal tag: ([\s\S]*?)(?:, file.*)?$/, 'the tag $1 cannot be parsed'],
]

/** Rewrites an error of the engine for the author. */
function problemOf(error: unknown): Problem {
  const message = error instanceof Error ? error.message : String(error)
  let problem = withoutPosition(message).slice(0, 300)
  for (const [pattern, words] of said) problem = problem.replace(pattern, words)
  if (!LiquidError.is(error)) return { problem }
  const [line] = error.token.getPosition()
  return line === undefined ? { problem } : { problem, line }
}

// The engine ends its messages with `, file:name, line:1, col:2`.
function withoutPosition(message: string): string {
  const end = message.search(/, line:\d+, col:\d+$/)
  if (end < 0) return message
  const file = message.indexOf(', file:', message.lastIndexOf('\n', end) + 1)
  return message.slice(0, file >= 0 && file < end ? file : end)
}
