/** Parameters in the links of an email, with the URL parser and an HTML parser as oracles. */
import { describe, expect, test } from 'bun:test'
import { Parser } from 'htmlparser2'
import { type Parameter, addLinkParameters, addUrlParameters } from '../../../src/email/formats/index.ts'
import { createRandom } from '../../support/random.ts'
import { runs } from '../../support/runs.ts'

const parameters: readonly Parameter[] = [
  ['utm_source', 'a%20b'],
  ['utm_content', 'x-{{ tier }}'],
]
const both = 'utm_source=a%20b&utm_content=x-{{ tier }}'
const source = 'utm_source=a%20b'

/** One row: what is in the URL, the URL, and the URL with the parameters; unchanged without it. */
const urls: [fact: string, url: string, expected?: string][] = [
  ['a host alone', 'https://x.example', `https://x.example?${both}`],
  ['a fragment', 'https://x.example/a#b?c', `https://x.example/a?${both}#b?c`],
  ['a query', 'http://x.example/?q=1', `http://x.example/?q=1&${both}`],
  ['an empty query', 'https://x.example/?#a', `https://x.example/?${both}#a`],
  ['a query that ends with &', 'https://x.example/?q&', `https://x.example/?q&${both}`],
  ['one of the parameters', 'https://x.example/?utm_content=', `https://x.example/?utm_content=&${source}`],
  ['all of them', 'https://x.example/?utm_source=1&utm_content=2'],
  ['names in capitals or encoded', 'https://x.example/?UTM_Source=1&utm%5Fcontent=2'],
  ['names after &amp;', 'https://x.example/?a=1&amp;utm_source=1&amp;utm_content=2'],
  ['spaces around it', ' https://x.example/ ', ` https://x.example/?${both} `],
  ['a scheme in capitals', 'HTTPS://X.example/', `HTTPS://X.example/?${both}`],
  [
    'tags with ? and #',
    'https://x.example/{{ a | default: "?#" }}?b={{ c }}#{{ d }}',
    `https://x.example/{{ a | default: "?#" }}?b={{ c }}&${both}#{{ d }}`,
  ],
  ['a tag of Mailchimp', 'https://x.example/?a=*|B?#|*', `https://x.example/?a=*|B?#|*&${both}`],
  ['a tag between hashes', 'https://x.example/?a=#B#', `https://x.example/?a=#B#&${both}`],
  ['a fragment with a hash', 'https://x.example/#b#c', `https://x.example/?${both}#b#c`],
  ['a tag alone', '{{ url }}'],
  ['a tag before the path', '{{ url }}/path?a=b'],
  ['an email address', 'mailto:a@x.example?subject=b'],
  ['a phone number', 'tel:+491234'],
  ['a text message', 'sms:+491234?body=a'],
  ['an anchor', '#top'],
  ['nothing', ''],
]

test.each(urls)('a URL with %s', (_fact, url, expected = url) => {
  expect(addUrlParameters(url, parameters)).toBe(expected)
})

const inAttribute = both.replaceAll('&', '&amp;')
/** One row: what is in the HTML, the HTML, and the HTML with the parameters; unchanged without it. */
const pages: [fact: string, html: string, expected?: string][] = [
  [
    'links of both kinds',
    '<a href="https://x.example/?a&amp;b">A</a><area href="https://y.example/">',
    `<a href="https://x.example/?a&amp;b&amp;${inAttribute}">A</a><area href="https://y.example/?${inAttribute}">`,
  ],
  ['single quotes', "<a href='https://x.example/#a'>", `<a href="https://x.example/?${inAttribute}#a">`],
  ['no quotes', '<a href=https://x.example/>', `<a href="https://x.example/?${inAttribute}">`],
  ['tags with the quotes of the attribute', `<a href='https://x.example/?a={{ b | default: "c" }}'>`],
  [
    'a tag with the same quotes',
    '<a href="https://x.example/?a={{ b | default: "c" }}">',
    `<a href="https://x.example/?a={{ b | default: "c" }}&amp;${inAttribute}">`,
  ],
  [
    'a button for Outlook',
    '<!--[if mso]><v:roundrect href="https://x.example/"></v:roundrect><![endif]-->',
    `<!--[if mso]><v:roundrect href="https://x.example/?${inAttribute}"></v:roundrect><![endif]-->`,
  ],
  ['a link that the ESP replaces', '<a data-msys-unsubscribe="1" href="https://x.example/">'],
  [
    'images and resources',
    '<img src="https://x.example/"><link href="https://x.example/"><td background="https://x/">',
  ],
  ['links in comments and texts', '<!-- <a href="https://x.example/"> --> href="https://x.example/"'],
]

test.each(pages)('HTML with %s', (_fact, html, expected = html) => {
  expect(addLinkParameters(html, parameters)).toBe(expected)
})

describe('random URLs', () => {
  const { integer, pick } = createRandom(7)
  const some = (max: number, make: () => string, between: string) =>
    Array.from({ length: integer(max + 1) }, make).join(between)
  const word = () =>
    pick([
      'a',
      'B2',
      'é',
      '%20',
      '%C3%A9',
      '+',
      '.',
      '~',
      '=',
      '@',
      ':',
      ';',
      '!',
      "'",
      '(',
      '{{ t }}',
      '*|T|*',
      '日本',
    ])
  const name = () =>
    pick(['q', 'utm_source', 'utm_content', 'UTM_SOURCE', 'utm%5Fsource', 'utm_', 'id', '', 'utm+source'])
  const randomUrl = () => {
    const scheme = pick([
      'https://',
      'https://',
      'http://',
      'HTTPS://',
      'mailto:',
      'tel:',
      'sms:',
      '#',
      'ftp://',
      '{{ url }}/',
    ])
    const query = pick([
      '',
      '',
      '?',
      `?${some(4, () => name() + pick(['', '=', `=${some(3, word, '')}`]), pick(['&', '&', '&&']))}`,
    ])
    const path = `/${some(3, () => some(3, word, ''), '/')}`
    return `${pick(['', '', ' '])}${scheme}x.example${pick(['', ':8080'])}${path}${query}${pick(['', '', `#${some(3, word, '')}?utm_source=1`])}${pick(['', ' '])}`
  }
  // Tags are replaced, because the parser knows none.
  const parse = (url: string) =>
    URL.parse(url.replaceAll('{{ t }}', 'T1').replaceAll('*|T|*', 'T2').replaceAll('{{ tier }}', 'gold'))
  const added: [string, string][] = [
    ['utm_source', 'a b'],
    ['utm_content', 'x-gold'],
  ]

  /** The parameters of the URL as it should be. */
  const wanted = ({ searchParams }: URL) => {
    const names = [...searchParams.keys()].map((each) => each.toLowerCase())
    return [...searchParams, ...added.filter(([each]) => !names.includes(each))]
  }

  const compare = (url: string, result: string) => {
    const [before, after] = [parse(url), parse(result)]
    if (before === null || !/^https?:$/.test(before.protocol)) return expect(result).toBe(url)
    expect([result, after?.origin, after?.pathname, after?.hash]).toEqual([
      result,
      before.origin,
      before.pathname,
      before.hash,
    ])
    expect([url, [...(after?.searchParams ?? [])]]).toEqual([url, wanted(before)])
  }

  test('have the parameters that they lack, and everything else byte for byte', () => {
    for (let run = 0; run < runs(3000); run++) {
      const url = randomUrl()
      const result = addUrlParameters(url, parameters)
      compare(url, result)
      expect(addUrlParameters(result, parameters)).toBe(result)
      let same = 0
      while (same < url.length && url[same] === result[same]) same++
      expect(result.endsWith(url.slice(same))).toBe(true)
    }
  })

  test('have them in HTML, too', () => {
    for (let run = 0; run < runs(300); run++) {
      const links = Array.from({ length: 5 }, () => randomUrl())
      const html = links
        .map((url) => {
          const escaped = url.replaceAll('&', pick(['&amp;', '&#38;', '&'])).replaceAll("'", '&#39;')
          return pick([`<p><a href="${escaped}">A</a><img src="${escaped}"></p>`, `<A class=b HREF='${escaped}'>A</A>`])
        })
        .join('\n')
      const hrefs: string[] = []
      const parser = new Parser({ onopentag: (_name, { href }) => void (href !== undefined && hrefs.push(href)) })
      parser.end(addLinkParameters(html, parameters))
      expect(hrefs).toHaveLength(5)
      for (const [at, url] of links.entries()) compare(url, hrefs[at] ?? '')
    }
  })
})
