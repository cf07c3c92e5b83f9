import { describe, expect, test } from 'bun:test'
import { findTags, hideTags } from '../../../src/email/formats/index.ts'
import { dialects, everyTag } from './dialects.ts'
import { processorMs } from '../../support/processor-time.ts'

const found = (source: string) => findTags(source).map(({ start, end }) => source.slice(start, end))

describe('a tag of an ESP', () => {
  for (const [form, tags] of Object.entries(dialects)) {
    test.each(tags)(`${form}: %s is one tag at any position`, (tag) => {
      for (const [before, after] of [
        ['<p>Dear ', ', hello</p>'],
        ['<table>', '<tr></tr></table>'],
        ['', ''],
      ]) {
        const source = `${before}${tag}${after}`
        expect(findTags(source).map((one) => ({ ...one, text: source.slice(one.start, one.end) }))).toEqual([
          { form, start: before?.length ?? 0, end: source.length - (after?.length ?? 0), text: tag } as never,
        ])
      }
    })
  }

  test.each([
    'a { b',
    '{{ a',
    '{% a',
    'a %% b',
    '100% of 50% off',
    '<p>a</p>',
    '<!--[if mso]>x<![endif]-->',
    '<!-- note -->',
    'a@b.example',
    'a @b c@d',
    'x[0]',
    '[1]',
    '$5 and $6',
    '# a #',
    'https://example.com/?a=%C3%A9&b=%20',
    '<style>a[href]{color:#abc}</style>',
    '<style>#end{top:0}@media x{a{b:c}}</style>',
    '<![if !mso]>',
  ])('%s contains no tag', (source) => {
    expect(found(source)).toEqual([])
  })

  test('can be adjacent to a tag of another ESP', () => {
    expect(found('{{a}}{{b}}*|C|*%%d%%')).toEqual(['{{a}}', '{{b}}', '*|C|*', '%%d%%'])
  })

  test('is found in a style sheet, where braces are CSS', () => {
    expect(found('<style>.a{color:{{ c }}} {% if x %} .b{top:0} {% endif %} .d{color:{$e}}</style>{f}')).toEqual([
      '{{ c }}',
      '{% if x %}',
      '{% endif %}',
      '{$e}',
      '{f}',
    ])
  })

  test('is searched for in linear time', () => {
    const marks = '{{ {% {# %% %%[ [[ [% ${ $! *| <% <# {" {{"}} #if( {a [a <!--# <style> _a @a'.split(' ')
    for (const mark of marks) {
      const source = mark.repeat(Math.ceil(300_000 / mark.length))
      const start = processorMs()
      findTags(source)
      expect(processorMs() - start, mark).toBeLessThan(2000)
    }
  })
})

describe('hidden tags', () => {
  test('are restored byte for byte, also after their placeholders were moved', () => {
    const source = everyTag.join('\n')
    const hidden = hideTags(source)
    expect(hidden.count).toBe(everyTag.length)
    expect(hidden.text).toMatch(/^[a-z0-9\n]+$/)
    expect(hidden.restore(hidden.text)).toBe(source)
    expect(hidden.restore(hidden.text.split('\n').reverse().join('\n'))).toBe([...everyTag].reverse().join('\n'))
  })

  test('use placeholders that do not occur in the text', () => {
    const source = 'svctag0x0z SVCTAG1x {{ a }}'
    const { text, restore } = hideTags(source)
    expect(text).toBe('svctag0x0z SVCTAG1x svctag2x0z')
    expect(restore(`${text} svctag2x9z`)).toBe(`${source} svctag2x9z`)
  })

  test('are empty for a text without tags', () => {
    expect(hideTags('<p>a</p>')).toMatchObject({ text: '<p>a</p>', count: 0 })
  })
})
