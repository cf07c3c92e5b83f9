/** Engines that read what is written for ESPs, and the data as their templates request it. */
import handlebars from 'handlebars'
import { Liquid } from 'liquidjs'
import nunjucks from 'nunjucks'
import { decodeEntities } from '../../../src/email/document/index.ts'
import type { Provider } from '../../../src/email/esp/index.ts'
import { renderMustachio } from './mustachio.ts'

/** Data as the provider's templates request it: fields where its patterns have them, lists where its loop does. */
export function dataOf(
  { custom, field, loop, names: known = {} }: Provider,
  values: Record<string, unknown>,
  list: unknown[] | Readonly<Record<string, unknown[]>>,
): Record<string, unknown> {
  const data: Record<string, unknown> = {}
  for (const [name, value] of Object.entries(values)) {
    const isOwn = custom !== undefined && ![...Object.values(known), ...custom.standard].includes(name)
    put(data, (isOwn ? field.replace(custom.was, custom.is) : field).replace('{NAME}', name), value)
  }
  // A name in quotes is one key, whatever dots it has.
  const flat = /^\{\{ (\w+)\['\{NAME\}'\]/.exec(field)?.[1]
  if (flat !== undefined) {
    const into = (data[flat] ??= {}) as Record<string, unknown>
    for (const [name, value] of Object.entries(values))
      if (typeof value === 'object' && value !== null)
        for (const [key, of] of Object.entries(value)) into[`${name}.${key}`] = of
  }
  const place = /(?: in |each |:= |<#list )(.*?\{LIST\}[^\s%]*)/.exec(loop?.open ?? '')?.[1]
  for (const [name, given] of Object.entries(Array.isArray(list) ? { items: list } : list))
    put(data, (place ?? field).replace(/\{(?:LIST|NAME)\}/, name), given)
  return data
}

function put(data: Record<string, unknown>, written: string, value: unknown): void {
  const path = written.match(/[A-Za-z_]\w*/g) ?? []
  const last = path.pop() ?? ''
  let at = data
  for (const name of path) at = (at[name] ??= {}) as Record<string, unknown>
  at[last] = value
}

export type Engine = (template: string, data: Record<string, unknown>) => string

/** Braze has names in braces of their own, which it takes away before Liquid reads them. */
export function spellLiquid(template: string): string {
  return template
    .replace(/\{%[^%]*%\}/g, (tag) => tag.replace(/\{\{([^{}]*)\$\{(\w+)\}([^{}]*)\}\}/g, '$1$2$3'))
    .replace(/\{\{([^{}]*)\$\{(\w+)\}/g, '{{$1$2')
}

const liquid: Engine = (template, data) => {
  const engine = new Liquid()
  engine.registerFilter('fallback', (value: unknown, given: string) => value || given)
  return String(engine.parseAndRenderSync(spellLiquid(template), data))
}

const jinja: Engine = (template, data) => {
  const environment = new nunjucks.Environment(null, { autoescape: false })
  environment.addGlobal('personalization_token', (path: string, fallback: string) => {
    const value: unknown = path.split('.').reduce<unknown>((at, name) => (at as Record<string, unknown>)?.[name], data)
    return value || fallback
  })
  // That of nunjucks prints no numbers.
  environment.addFilter('urlencode', (value: unknown) => encodeURIComponent(String(value ?? '')))
  environment.addFilter('first_of', (list: unknown[] = [], count: number) => list.slice(0, count))
  // Django's spelling of an argument and of a loop's other branch.
  const spelled = template
    .replace(/\|\s*default\s*:\s*('[^']*')/g, '|default($1, true)')
    .replaceAll('{% empty %}', '{% else %}')
    .replace(
      /\|slice:':(\d+)'|\[:(\d+)\]/g,
      (_all, django?: string, python?: string) => `|first_of(${django ?? python})`,
    )
    .replaceAll('forloop.counter', 'loop.index')
    .replaceAll('forloop.', 'loop.')
    // What nunjucks calls a test otherwise.
    .replaceAll(' is not none', ' is not null')
    // Python’s method of a dictionary, whose name hides the key.
    .replace(/\.get\('(\w+)', ''\)/g, "['$1']")
    // Django’s indices and truths.
    .replace(/\{[{%][^{}]*[}%]\}/g, (tag) =>
      tag
        .replace(/(?<=[a-z_])\.(\d+)\b/g, '[$1]')
        .replace(/= True\b/g, '= true')
        .replace(/= False\b/g, '= false'),
    )
  return environment.renderString(spelled.replace(/\|default\(('[^']*')\)/g, '|default($1, true)'), data)
}

const bars: Engine = (template, data) => {
  const engine = handlebars.create()
  type Block = { fn(scope: unknown): string; inverse(scope: unknown): string }
  const equal = function (this: unknown, a: unknown, b: unknown, block: Block) {
    return a === b ? block.fn(this) : block.inverse(this)
  }
  for (const name of ['equals', 'equal', 'ifEq']) engine.registerHelper(name, equal)
  const compare = (holds: (a: unknown, b: unknown) => boolean) =>
    function (this: unknown, a: unknown, b: unknown, block: Block) {
      return holds(a, b) ? block.fn(this) : block.inverse(this)
    }
  engine.registerHelper(
    'notEquals',
    compare((a, b) => a !== b),
  )
  engine.registerHelper(
    'greaterThan',
    compare((a, b) => Number(a) > Number(b)),
  )
  engine.registerHelper(
    'lessThan',
    compare((a, b) => Number(a) < Number(b)),
  )
  engine.registerHelper('urlEncode', function (this: unknown, block: Block) {
    return encodeURIComponent(block.fn(this))
  })
  engine.registerHelper('var', (path: string) =>
    path.split('.').reduce<unknown>((value, name) => (value as Record<string, unknown> | undefined)?.[name], data),
  )
  engine.registerHelper('eq', (a: unknown, b: unknown) => a === b)
  engine.registerHelper(
    'insert',
    (value: unknown, given: string) => value || new engine.SafeString(given.replace(/^default=/, '')),
  )
  engine.registerHelper(
    'defaultIfEmpty',
    (value: unknown, fallback: string) => value || new engine.SafeString(fallback),
  )
  engine.registerHelper('$def', (value: unknown, fallback: string) => value || new engine.SafeString(fallback))
  return engine.compile(template)(data)
}

export const engines: Record<string, Engine> = { liquid, jinja, handlebars: bars, mustache: renderMustachio }
/** Their syntax is a dialect that the engines here do not read. */
export const dialects = new Set(['mailjet', 'adobe-journey-optimizer', 'mailersend', 'emarsys', 'brevo'])

/** The words of the page and what its links ask a shop for, without the system links, which no engine knows. */
export function wordsOf(html: string): string {
  const body = html
    .slice(html.indexOf('<div role="article"'))
    .replace(/<!--\[if mso\]>[\s\S]*?<!\[endif\]-->/g, '')
    .replace(/<a [^>]*href="[^"]*(?:unsub|view|web|browser|archive|#)[^"]*"[^>]*>[\s\S]*?<\/a>/gi, '')
    .replace(/<a [^>]*href="(https:\/\/shop\.example[^"]*)"[^>]*>/g, (_tag, href: string) => ` ${askedBy(href)} `)
  const words = decodeEntities(body.replace(/<[^>]+>/g, ' ').replace(/\s+/g, ' '))
  // In a quoted fallback an apostrophe is a typographic one.
  return words.replaceAll('’', "'").replaceAll(' .', '.').trim()
}

function askedBy(href: string): string {
  const asked = new URL(decodeEntities(href)).searchParams.get('q') ?? 'nothing'
  return `[${asked.replaceAll('&', '&amp;').replaceAll('<', '&lt;')}]`
}
