/** What is written for Liquid, Jinja-like and Handlebars systems, read by the engines of those languages. */
import { describe, expect, test } from 'bun:test'
import handlebars from 'handlebars'
import { Liquid } from 'liquidjs'
import nunjucks from 'nunjucks'
import { type Provider, providers } from '../../../src/engines/esp/index.ts'
import { everything, write } from './everything.ts'

const names = ['first_name', 'last_name', 'email', 'city', 'plan', 'points', 'items']
const fields = Object.fromEntries(names.map((name) => [name, name]))
const full = { first_name: 'Ann', last_name: 'Lee', email: 'a@b.c', city: 'Rome', plan: 'gold', points: 200 }
const items = [{ title: 'Tea' }, {}]

/** Data as the provider's templates ask for it: fields where its pattern has them, lists where its loop does. */
function dataOf({ field, loop }: Provider, values: Record<string, unknown>, list: unknown[]): Record<string, unknown> {
  const data: Record<string, unknown> = {}
  for (const [name, value] of Object.entries(values)) put(data, field.replace('{NAME}', name), value)
  const place = /(?: in |each )(.*?\{LIST\}\S*)/.exec(loop?.open ?? '')?.[1]
  if (place !== undefined) put(data, place.replace('{LIST}', 'items'), list)
  return data
}

function put(data: Record<string, unknown>, written: string, value: unknown): void {
  const path = written.match(/[A-Za-z_]\w*/g) ?? []
  const last = path.pop() ?? ''
  let at = data
  for (const name of path) at = (at[name] ??= {}) as Record<string, unknown>
  at[last] = value
}

type Engine = (template: string, data: Record<string, unknown>) => string

const liquid: Engine = (template, data) => String(new Liquid().parseAndRenderSync(template, data))

const jinja: Engine = (template, data) => {
  const environment = new nunjucks.Environment(null, { autoescape: false })
  environment.addGlobal('personalization_token', (path: string, fallback: string) => {
    const value: unknown = path.split('.').reduce<unknown>((at, name) => (at as Record<string, unknown>)?.[name], data)
    return value ?? fallback
  })
  // Django's spelling of an argument and of a loop's other branch.
  const spelled = template
    .replace(/\|\s*default\s*:\s*('[^']*')/g, '|default($1, true)')
    .replaceAll('{% empty %}', '{% else %}')
  return environment.renderString(spelled.replace(/\|default\(('[^']*')\)/g, '|default($1, true)'), data)
}

const bars: Engine = (template, data) => {
  const engine = handlebars.create()
  type Block = { fn(scope: unknown): string; inverse(scope: unknown): string }
  const equal = function (this: unknown, a: unknown, b: unknown, block: Block) {
    return a === b ? block.fn(this) : block.inverse(this)
  }
  for (const name of ['equals', 'equal', 'ifEq']) engine.registerHelper(name, equal)
  engine.registerHelper('eq', (a: unknown, b: unknown) => a === b)
  engine.registerHelper(
    'insert',
    (value: unknown, given: string) => value ?? new engine.SafeString(given.replace(/^default=/, '')),
  )
  engine.registerHelper(
    'defaultIfEmpty',
    (value: unknown, fallback: string) => value ?? new engine.SafeString(fallback),
  )
  engine.registerHelper('$def', (value: unknown, fallback: string) => value ?? new engine.SafeString(fallback))
  return engine.compile(template)(data)
}

const engines: Record<string, Engine> = { liquid, jinja, handlebars: bars }
/** Their syntax is a dialect that the engines here do not read. */
const dialects = new Set(['braze', 'mailjet', 'intercom', 'adobe-journey-optimizer', 'dynamics-365'])

/** The words of the page, without the system links, which no engine knows. */
function wordsOf(html: string): string {
  const body = html
    .slice(html.indexOf('<div role="article"'))
    .replace(/<!--\[if mso\]>[\s\S]*?<!\[endif\]-->/g, '')
    .replace(/<a [^>]*href="[^"]*(?:unsub|view|web|browser|archive|#)[^"]*"[^>]*>[\s\S]*?<\/a>/gi, '')
  return body
    .replace(/<[^>]+>/g, ' ')
    .replace(/\s+/g, ' ')
    .replaceAll('&amp;', '&')
    .replaceAll(' .', '.')
    .trim()
}

/** What stands in the email for a provider: what it has no words for is left out. */
function expected({ condition, defaults, fallback, loop, family }: Provider, isFull: boolean): string[] {
  const equals = condition?.equals !== undefined
  const compares = equals && ['liquid', 'jinja'].includes(family)
  const hasFallback = fallback !== undefined || defaults === 'via-conditional'
  const otherwise = condition?.otherwise !== undefined
  const item = (title: string) => `${title} for ${isFull ? 'Ann' : ''};`.replace('  ', ' ')
  const rounds =
    loop === undefined
      ? [item('Tea'), item('Cups')]
      : isFull
        ? [item('Tea'), item(fallback === undefined && !hasFallback ? '' : 'untitled')]
        : ['No items.']
  return [
    `Hello ${isFull ? 'Ann' : hasFallback ? 'you & me' : ''}`.trim(),
    ...(isFull ? ['City Rome.'] : otherwise ? ['No city.'] : []),
    ...(equals ? [isFull ? 'Gold.' : otherwise ? 'Not gold.' : ''] : []),
    ...(compares && isFull ? ['Rich.'] : []),
    ...(equals && isFull ? ['Both.'] : []),
    ...(otherwise ? ['Either.'] : []),
    ...rounds,
    `Go,${isFull ? ' Lee' : ''}`,
  ].filter((line) => line !== '')
}

describe('the engine of the language reads what is written for', () => {
  const readable = [...providers.values()].filter(
    ({ condition, family, id }) =>
      engines[family] !== undefined && condition?.exists !== undefined && !dialects.has(id),
  )

  test('at least 25 of them', () => expect(readable.length).toBeGreaterThanOrEqual(25))

  for (const provider of readable) {
    const { body } = write(everything, provider, { fields })
    const engine = engines[provider.family] as Engine
    // System tags are the provider's own: an engine that has never heard of them would refuse the page.
    const known = body.replace(/\{%\s*(?!else|endif|endfor|empty)\w+\s*%\}/g, '#').replace(/<%[^%]*%>/g, '#')
    for (const isFull of [true, false]) {
      test(`${provider.id}, ${isFull ? 'with all data' : 'with none'}`, () => {
        const words = wordsOf(engine(known, dataOf(provider, isFull ? full : {}, isFull ? items : [])))
        for (const line of expected(provider, isFull)) expect(words).toContain(line)
        for (const line of isFull ? ['No city.', 'Not gold.', 'No items.'] : ['City', ' Gold.', 'Both.', 'Rich.']) {
          expect(words).not.toContain(line)
        }
      })
    }
  }
})
