/** What is written for Liquid, Jinja-like and Handlebars systems, read by the engines of those languages. */
import { describe, expect, test } from 'bun:test'
import { type Provider, providers } from '../../../src/email/esp/index.ts'
import { type Engine, dataOf, dialects, engines, wordsOf } from './engines.ts'
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

type Case = 'all data' | 'no data' | 'empty texts'

/** What is in the email for a provider: what it has no words for is left out. */
function expected({ condition, defaults, fallback, loop, family, id }: Provider, isFull: boolean): string[] {
  const equals = condition?.equals !== undefined
  const differs = condition?.loneEquals !== true
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
    ...(equals ? [isFull ? 'Gold.' : differs && 'Not gold.', isFull ? 'Both.' : differs && 'Neither.'] : []).filter(
      (words) => words !== false,
    ),
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

describe('a template engine parses the output for', () => {
  const readable = [...providers.values()].filter(
    ({ condition, family, id }) =>
      engines[family] !== undefined && condition?.exists !== undefined && !dialects.has(id),
  )

  test('at least 37 targets', () => expect(readable.length).toBeGreaterThanOrEqual(37))

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
        const isLoose = name === 'empty texts' && (provider.engine === 'django' || provider.engine === 'pongo2')
        for (const line of isFull ? absent.full : absent.empty) {
          if (!(isLoose && line === 'Poor.')) expect(words).not.toContain(line)
        }
      })
    }
  }
})

describe('the iteration of a loop is available', () => {
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
  const notified = ['Begins with Tea.', 'Goes on with Cups.', 'Goes on with Milk.', 'Ends with Milk.']
  const never = ['Begins with Cups', 'Goes on with Tea', 'Ends with Cups', 'Second is Tea', 'Late is Cups']
  for (const id of ['customerio', 'braze', 'klaviyo', 'hubspot', 'mailersend', 'sendgrid', 'iterable']) {
    test(id, () => {
      const provider = providers.get(id) as Provider
      const { body } = write(rounds, provider, { fields })
      const words = wordsOf((engines[provider.family] as Engine)(body, dataOf(provider, {}, list)))
      // Handlebars counts from nothing, and compares no numbers.
      const numbers = provider.family === 'handlebars' ? ['@0 Tea.', '@2 Milk.', '# Cups.'] : counted
      for (const line of [...notified, ...numbers]) expect(words).toContain(line)
      for (const line of never) expect(words).not.toContain(line)
    })
  }

  test('and omitted with a warning if the target has no name for it, never written as an account field', () => {
    for (const provider of providers.values()) {
      const { body, codes } = write(rounds, provider, { fields })
      const isLiquid = provider.family === 'liquid' || provider.loop?.rounds === 'django'
      if (!isLiquid) expect(body.toLowerCase()).not.toContain('forloop')
      else expect(body).not.toMatch(/(?:[\w./]|\$\{)forloop/)
      const isNotified = provider.family === 'liquid' || provider.loop?.rounds !== undefined
      if (provider.loop === undefined)
        expect(wordsOf(body)).toMatch(/#1 Tea\. #2 Cups\..*Begins with Tea\. Goes on with Cups\./)
      else if (!isNotified) expect(codes).toContain('TARGET_NO_TAG')
    }
  })
})

test('Postmark finds outer fields by the path of a section, and reports the item that a section on an outer field hides', () => {
  const postmark = providers.get('postmark') as Provider
  const loop = (text: string, when?: object) =>
    read([{ type: 'text', text, each: { in: 'order.items', as: 'item' }, ...(when === undefined ? {} : { when }) }])
  const outer = write(loop('<p>{{ item.title }} {{ city }}</p>'), postmark)
  expect(outer.body).toContain('{{title}} {{../../../city}}')
  expect(outer.codes).toEqual([])
  const own = write(loop('<p>{{ item.title }} {{ city }}</p>', { op: 'exists', path: 'item.vip' }), postmark)
  expect(own.body).toContain('{{#vip}}')
  expect(own.body).toContain('{{../title}} {{../../../../city}}')
  const hidden = write(loop('<p>{{ item.title }} {{ city }}</p>', { op: 'exists', path: 'customer.vip' }), postmark)
  expect(hidden.body).toContain('{{../../city}}')
  expect(hidden.codes).toEqual(['TARGET_NO_TAG'])
})
