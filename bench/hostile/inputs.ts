/** Hostile content of a given size: pathological patterns, and random markup from a seed. */

type Generator = (length: number, random: () => number) => string

/** A generator of numbers from 0 to 1 that repeats itself for the same seed (mulberry32). */
export function seededRandom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
}

const fill = (piece: string) => (length: number) => piece.repeat(Math.max(1, Math.floor(length / piece.length)))

const around =
  (before: string, piece: string, after = ''): Generator =>
  (length) =>
    before + fill(piece)(length - before.length - after.length) + after

const nested =
  (open: string, close: string, inside = 'x'): Generator =>
  (length) => {
    const count = Math.max(1, Math.floor((length - inside.length) / (open.length + close.length)))
    return open.repeat(count) + inside + close.repeat(count)
  }

/** HTML by what it is hostile in. */
export const html: Readonly<Record<string, Generator>> = {
  words: fill('<p>Spring is <b>here</b> &amp; so are we.</p>'),
  'nested div': nested('<div>', '</div>'),
  'nested table': nested('<table><tr><td>', '</td></tr></table>'),
  'open div': fill('<div>'),
  'open formatting': fill('<b><i><u>x'),
  'formatting and p': fill('<b><p>'),
  'formatting and a': fill('<a href=x><div>'),
  'misnested formatting': fill('<b><i></b></i>'),
  'formatting with attributes': (length) => {
    let out = ''
    for (let index = 0; out.length < length; index++) out += `<font a${index}=1><p>`
    return out
  },
  'foster parenting': around('<table>', '<b>x<tr>'),
  'foster nesting': fill('<table><b>'),
  'select in table': fill('<table><select><tr>'),
  'form in form': fill('<form><div></form>'),
  'many attributes': (length) => {
    let out = '<p'
    for (let index = 0; out.length < length; index++) out += ` a${index}=1`
    return `${out}>x</p>`
  },
  'same attribute': around('<p', ' a=1', '>x</p>'),
  'refused attributes': (length) => {
    let out = '<p'
    for (let index = 0; out.length < length; index++) out += ` on${index}=1`
    return `${out}>x</p>`
  },
  'refused tags': fill('<input><script>x</script>'),
  'nested script': nested('<scr<script></script>ipt>', '</script>'),
  'cut joins': fill('<<script></script>script>'),
  'nested select': nested('<select>', '</select>'),
  'bad styles': fill('<p style="color:red;behavior:url(x);width:expression(1)">'),
  'long style': around('<p style="', 'color:red;', '">x</p>'),
  'long bad style': around('<p style="', 'behavior:url(x);', '">x</p>'),
  'vml spaces': around('<p style="behavior:url(#default#vml)', ' ', 'x">'),
  'style brackets': around('<p style="a:', '(', '">x</p>'),
  'style urls': around('<p style="a:', 'url(x) ', '">x</p>'),
  'style escapes': around('<p style="', '\\62 ', ':url(x)">x</p>'),
  'style elements': fill('<style>a{color:red}</style>'),
  'style rules': around('<style>', 'a b>c~d+e:not(.f){color:red}', '</style><a><b><c></c></b></a>'),
  'rules and elements': (length) =>
    `<style>${fill('.a .b .c,')(length / 2)}.a{color:red}</style>${fill('<p class="a b c">x</p>')(length / 2)}`,
  'style braces': around('<style>', '{', '</style>'),
  'style at-rules': around('<style>', '@x;', '</style>'),
  'style media': around('<style>', '@media print{', '</style>'),
  'style comments': around('<style>', '/**/', '</style>'),
  'nested conditional': nested('<!--[if mso]>', '<![endif]-->'),
  conditional: fill('<!--[if mso]><p onclick=x><![endif]-->'),
  'open comments': fill('<!--[if '),
  'bogus comments': fill('<!x><?y>'),
  'less-than': fill('<'),
  'tag starts': fill('<a '),
  'end tags': fill('</p></a>'),
  ampersands: fill('&'),
  entities: fill('&NotEqualTilde;&#x1F600;'),
  'open quote': around('<p a="', '<p b=" '),
  'SVG shapes': around('<svg xmlns="http://www.w3.org/2000/svg">', '<path d="M0 0"/>', '</svg>'),
  'nested SVG': nested('<svg>', '</svg>'),
  'SVG text': fill('<svg><text><b>'),
  'liquid outputs': fill('{{ a | upcase }}'),
  'open outputs': fill('{{ '),
  'open tags': fill('{% '),
  'nested if': nested('{% if a %}', '{% endif %}'),
  'nested loops': nested('{% for a in b %}', '{% endfor %}'),
  raw: fill('{% raw %}{{'),
  'merge tags in addresses': around('<a href="', '{{a}}', ':x">x</a>'),
  srcset: around('<img srcset="', 'a 1x,', '">'),
  'data addresses': fill('<img src="data:image/png;base64,AAAA">'),
  links: fill('<a href="https://a.example/b">x</a>'),
  'zero bytes': fill('a\\u0000<'),
  breaks: fill('<br>'),
  spaces: around('<p>', ' ', 'x</p>'),
  'list items': fill('<ul><li>'),
  headings: fill('<h1><h2>'),
  random: (length, random) => randomHtml(length, random),
}

const pieces = [
  ...'b i u a p div table tr td th tbody span font center ul li h1 br img svg path style script select form input o:p v:rect'
    .split(' ')
    .flatMap((name) => [`<${name}`, `</${name}>`, `<${name}>`]),
  '"',
  "'",
  '>',
  '/>',
  '<',
  '&',
  ';',
  '=',
  ' ',
  '\n',
  '{',
  '}',
  '(',
  ')',
  '{{',
  '}}',
  '{%',
  '%}',
  '\\',
  '/*',
  '*/',
  ' style="',
  ' href="',
  ' class=a',
  ' onclick=',
  ' src=x',
  'url(',
  'color:red;',
  'expression(',
  'javascript:',
  '<!--',
  '-->',
  '<!--[if mso]>',
  '<![endif]-->',
  '<![CDATA[',
  ']]>',
  'text ',
  '&nbsp;',
  '@media x{',
  'é',
  '😀',
]

function randomHtml(length: number, random: () => number): string {
  let out = ''
  let recent = pieces
  while (out.length < length) {
    // A few pieces over and over nest and misnest far more than all of them in turn.
    if (random() < 0.01) recent = Array.from({ length: 1 + Math.floor(random() * 6) }, () => pick(pieces, random))
    if (random() < 0.002) recent = pieces
    out += pick(recent, random)
  }
  return out.slice(0, length)
}

function pick(list: readonly string[], random: () => number): string {
  return list[Math.floor(random() * list.length)] ?? ''
}

/** Style sheets by what they are hostile in. */
export const css: Readonly<Record<string, Generator>> = {
  rules: fill('.a .b > .c:hover{color:red}'),
  selectors: around('', '.a,', '.a{color:red}'),
  braces: fill('{'),
  media: fill('@media (min-width:1px){'),
  'bad at-rules': fill('@import "x";'),
  brackets: around('a{b:', '(', '}'),
  nots: around('', ':not(', '{color:red}'),
  escapes: around('a{', '\\62 ', ':red}'),
  urls: around('a{b:', 'url(x)', '}'),
  comments: fill('/**/'),
  'open comments': fill('/*'),
  variables: around('a{b:', 'var(--x,', '}'),
  spaces: around('a{behavior:url(#default#vml)', ' ', 'x}'),
}

/** A document of one HTML block. */
export function htmlDocument(source: string): Record<string, unknown> {
  return {
    meta: { title: 'x' },
    rows: [{ type: 'section', columns: [{ blocks: [{ type: 'html', html: source }] }] }],
  }
}

/** Documents of about so many bytes of JSON, by what they are hostile in. */
export const documents: Readonly<Record<string, (length: number, random: () => number) => Record<string, unknown>>> = {
  'text blocks': (length) =>
    documentOf(Math.min(4900, length / 90), () => ({ type: 'text', text: '<p>x <b>y</b></p>' })),
  'long texts': (length) => documentOf(length / 60_000, () => ({ type: 'text', text: fill('<b>x</b> ')(59_000) })),
  'broken texts': (length) => documentOf(length / 60_000, () => ({ type: 'text', text: fill('<b><i>&amp;')(59_000) })),
  'nested lists': (length) => documentOf(length / 60_000, () => ({ type: 'text', text: fill('<ul><li>x')(59_000) })),
  'tagged texts': (length) =>
    documentOf(length / 60_000, () => ({ type: 'text', text: fill('{{ a.b | upcase }} ')(59_000) })),
  'html blocks': (length) => documentOf(length / 2000, () => ({ type: 'html', html: fill('<b><p>')(1900) })),
  'unknown members': (length) => documentOf(length / 500, () => ({ type: 'text', [`x${'y'.repeat(400)}`]: 1 })),
  conditions: (length) =>
    documentOf(Math.min(4900, length / 300), () => ({
      type: 'text',
      text: 'x',
      when: { all: Array.from({ length: 8 }, () => ({ path: 'a.b', op: 'eq', value: 1 })) },
    })),
  'deep json': () => ({ meta: { title: 'x' }, rows: JSON.parse('['.repeat(50) + ']'.repeat(50)) as unknown }),
  'wide json': (length) => ({ meta: { title: 'x' }, rows: Array.from({ length: Math.floor(length / 2) }, () => 1) }),
  'random html': (length, random) => htmlDocument(randomHtml(Math.min(length, 1_000_000), random)),
}

function documentOf(count: number, block: () => Record<string, unknown>): Record<string, unknown> {
  const blocks = Array.from({ length: Math.max(1, Math.floor(count)) }, block)
  const sections: unknown[] = []
  for (let index = 0; index < blocks.length; index += 50)
    sections.push({ type: 'section', columns: [{ blocks: blocks.slice(index, index + 50) }] })
  return { meta: { title: 'x' }, rows: sections }
}
