/** What is written for Liquid, Jinja-like and Handlebars systems, read by the engines of those languages. */
import { describe, expect, test } from 'bun:test'
import handlebars from 'handlebars'
import { Liquid } from 'liquidjs'
import nunjucks from 'nunjucks'
import { type Provider, providers } from '../../../src/engines/esp/index.ts'
import { everything, read, write } from './everything.ts'

const names = ['first_name', 'last_name', 'email', 'city', 'plan', 'points', 'items', 'bio']
const fields = Object.fromEntries(names.map((name) => [name, name]))
const full = {
  first_name: 'Ann',
  last_name: 'Lee',
  email: 'a@b.c',
  city: 'Rome',
  plan: 'gold',
  points: 200,
  bio: '<i>x</i>',
}
const blank = Object.fromEntries(Object.keys(full).map((name) => [name, '']))
const items = [{ title: 'Tea' }, {}]

/** Data as the provider's templates ask for it: fields where its patterns have them, lists where its loop does. */
function dataOf(
  { custom, field, loop, names: known = {} }: Provider,
  values: Record<string, unknown>,
  list: unknown[],
): Record<string, unknown> {
  const data: Record<string, unknown> = {}
  for (const [name, value] of Object.entries(values)) {
    const isOwn = custom !== undefined && ![...Object.values(known), ...custom.standard].includes(name)
    put(data, (isOwn ? field.replace(custom.was, custom.is) : field).replace('{NAME}', name), value)
  }
  const place = /(?: in |each )(.*?\{LIST\}[^\s%]*)/.exec(loop?.open ?? '')?.[1]
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

const liquid: Engine = (template, data) => {
  const engine = new Liquid()
  engine.registerFilter('fallback', (value: unknown, given: string) => value || given)
  // Braze has names in braces of their own, which it takes away before Liquid reads them.
  const spelled = template
    .replace(/\{%[^%]*%\}/g, (tag) => tag.replace(/\{\{([^{}]*)\$\{(\w+)\}\}\}/g, '$1$2'))
    .replace(/\{\{([^{}]*)\$\{(\w+)\}/g, '{{$1$2')
  return String(engine.parseAndRenderSync(spelled, data))
}

const jinja: Engine = (template, data) => {
  const environment = new nunjucks.Environment(null, { autoescape: false })
  environment.addGlobal('personalization_token', (path: string, fallback: string) => {
    const value: unknown = path.split('.').reduce<unknown>((at, name) => (at as Record<string, unknown>)?.[name], data)
    return value || fallback
  })
  environment.addFilter('first_of', (list: unknown[] = [], count: number) => list.slice(0, count))
  // Django's spelling of an argument and of a loop's other branch.
  const spelled = template
    .replace(/\|\s*default\s*:\s*('[^']*')/g, '|default($1, true)')
    .replaceAll('{% empty %}', '{% else %}')
    .replace(/\|slice:':(\d)'|\[:(\d)\]/g, (_all, django?: string, python?: string) => `|first_of(${django ?? python})`)
    .replaceAll('forloop.counter', 'loop.index')
    .replaceAll('forloop.', 'loop.')
    // What nunjucks calls a test otherwise.
    .replaceAll(' is not none', ' is not null')
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

// Mustachio, which Postmark runs, has the sections and inverted sections of Mustache, and each of Handlebars.
const engines: Record<string, Engine> = { liquid, jinja, handlebars: bars, mustache: bars }
/** Their syntax is a dialect that the engines here do not read. */
const dialects = new Set(['mailjet', 'adobe-journey-optimizer'])

/** The words of the page, without the system links, which no engine knows. */
function wordsOf(html: string): string {
  const body = html
    .slice(html.indexOf('<div role="article"'))
    .replace(/<!--\[if mso\]>[\s\S]*?<!\[endif\]-->/g, '')
    .replace(/<a [^>]*href="[^"]*(?:unsub|view|web|browser|archive|#)[^"]*"[^>]*>[\s\S]*?<\/a>/gi, '')
  return body
    .replace(/<[^>]+>/g, ' ')
    .replace(/\s+/g, ' ')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replace(/&#(\d+);/g, (_all, code: string) => String.fromCharCode(Number(code)))
    .replaceAll('&amp;', '&')
    .replaceAll(' .', '.')
    .trim()
}

type Case = 'all data' | 'no data' | 'empty texts'

/** What stands in the email for a provider: what it has no words for is left out. */
function expected({ condition, defaults, fallback, loop, family, id }: Provider, isFull: boolean): string[] {
  const equals = condition?.equals !== undefined
  const compares = (equals && ['liquid', 'jinja'].includes(family)) || condition?.greater !== undefined
  const hasFallback = fallback !== undefined || defaults === 'via-conditional'
  const item = (title: string) => `${title} for ${isFull ? 'Ann' : ''};`.replace('  ', ' ')
  const rounds =
    loop === undefined
      ? [item('Tea'), item('Cups'), 'First Tea.', 'Has Tea.']
      : isFull
        ? [item('Tea'), item(hasFallback ? 'untitled' : ''), 'First Tea.', 'Has Tea.']
        : ['No items.']
  return [
    `Hello ${isFull ? 'Ann' : hasFallback ? 'you & me' : ''}`.trim(),
    isFull ? 'City Rome.' : 'No city.',
    ...(equals ? [isFull ? 'Gold.' : 'Not gold.', isFull ? 'Both.' : 'Neither.'] : []),
    ...(compares && isFull ? ['Rich.'] : []),
    ...(condition?.scope === 'push' ? [] : ['Either.']),
    ...rounds,
    `Go,${isFull ? ' Lee' : ''}`,
    ...(isFull && (family === 'liquid' || (family === 'jinja' && id !== 'hubspot')) ? ['مرحبا ANN'] : []),
    // The code is seen as it was written.
    '{{ a }} {% b %} *|C|* %%d%% [e] {f} #if(g) ${h} <%= i %>',
  ]
}

const absent = {
  full: ['No city.', 'Not gold.', 'Neither.', 'No items.', 'Poor.', 'Has .'],
  empty: ['City', ' Gold.', 'Both.', 'Rich.', 'Poor.'],
}

describe('the engine of the language reads what is written for', () => {
  const readable = [...providers.values()].filter(
    ({ condition, family, id }) =>
      engines[family] !== undefined && condition?.exists !== undefined && !dialects.has(id),
  )

  test('at least 39 of them', () => expect(readable.length).toBeGreaterThanOrEqual(40))

  const cases: [Case, Record<string, unknown>, unknown[]][] = [
    ['all data', full, items],
    ['no data', {}, []],
    ['empty texts', blank, []],
  ]
  for (const provider of readable) {
    const { body } = write(everything, provider, { fields })
    const engine = engines[provider.family] as Engine
    // System tags are the provider's own: an engine that has never heard of them would refuse the page.
    const known = body.replace(/\{%\s*(?:unsub|view|web|manage)\w*\s*%\}/g, '#').replace(/<%[^%]*%>/g, '#')
    for (const [name, values, list] of cases) {
      // The filter of one is for what is missing alone, and Handlebars has an empty text for something.
      if (name === 'empty texts' && ['mailersend', 'postmark'].includes(provider.id)) continue
      test(`${provider.id}, with ${name}`, () => {
        const isFull = name === 'all data'
        const words = wordsOf(engine(known, dataOf(provider, values, list)))
        for (const line of expected(provider, isFull)) expect(words).toContain(line)
        // An empty text is no number in Python and Go, as it is in JavaScript.
        const isLoose = name === 'empty texts' && (provider.id === 'klaviyo' || provider.id === 'brevo')
        for (const line of isFull ? absent.full : absent.empty) {
          if (!(isLoose && line === 'Poor.')) expect(words).not.toContain(line)
        }
      })
    }
  }
})

describe('the round of a loop is told', () => {
  const each = { in: 'items', as: 'item' }
  const block = (html: string, when?: object) => ({
    type: 'text',
    text: `<p>${html}</p>`,
    each,
    ...(when === undefined ? {} : { when }),
  })
  const rounds = read([
    block('#{{ forloop.index }} {{ item.title }}.'),
    block('@{{ forloop.index0 }} {{ item.title }}.'),
    block('Begins with {{ item.title }}.', { op: 'eq', path: 'forloop.first', value: true }),
    block('Goes on with {{ item.title }}.', { op: 'not', of: { op: 'exists', path: 'forloop.first' } }),
    block('Ends with {{ item.title }}.', { op: 'ne', path: 'forloop.last', value: false }),
    block('Second is {{ item.title }}.', { op: 'eq', path: 'forloop.index', value: 2 }),
    block('Late is {{ item.title }}.', { op: 'gte', path: 'forloop.index', value: 3 }),
  ])
  const list = ['Tea', 'Cups', 'Milk'].map((title) => ({ title }))
  const counted = ['#1 Tea.', '#2 Cups.', '@0 Tea.', '@2 Milk.', 'Second is Cups.', 'Late is Milk.']
  const told = ['Begins with Tea.', 'Goes on with Cups.', 'Goes on with Milk.', 'Ends with Milk.']
  const never = ['Begins with Cups', 'Goes on with Tea', 'Ends with Cups', 'Second is Tea', 'Late is Cups']
  for (const id of ['customerio', 'braze', 'klaviyo', 'hubspot', 'mailersend', 'sendgrid', 'iterable']) {
    test(id, () => {
      const provider = providers.get(id) as Provider
      const { body } = write(rounds, provider, { fields })
      const words = wordsOf((engines[provider.family] as Engine)(body, dataOf(provider, {}, list)))
      // Handlebars counts from nothing, and compares no numbers.
      const numbers = provider.family === 'handlebars' ? ['@0 Tea.', '@2 Milk.', '# Cups.'] : counted
      for (const line of [...told, ...numbers]) expect(words).toContain(line)
      for (const line of never) expect(words).not.toContain(line)
    })
  }

  test('and left out with a warning where nobody knows how it is called, never made a field of the account', () => {
    for (const provider of providers.values()) {
      const { body, codes } = write(rounds, provider, { fields })
      const isLiquid = provider.family === 'liquid' || provider.loop?.rounds === 'django'
      if (!isLiquid) expect(body.toLowerCase()).not.toContain('forloop')
      else expect(body).not.toMatch(/(?:[\w./]|\$\{)forloop/)
      const isTold = provider.family === 'liquid' || provider.loop?.rounds !== undefined
      if (provider.loop === undefined)
        expect(wordsOf(body)).toMatch(/#1 Tea\. #2 Cups\..*Begins with Tea\. Goes on with Cups\./)
      else if (!isTold) expect(codes).toContain('TARGET_NO_TAG')
    }
  })
})
