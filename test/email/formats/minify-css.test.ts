import { describe, expect, test } from 'bun:test'
import { minifyCss } from '../../../src/email/formats/index.ts'
import { processorMs } from '../../support/processor-time.ts'

const sheets: [fact: string, css: string, minified: string][] = [
  [
    'white space goes where it means nothing',
    'a , b > c {\n  color : red ;\n  margin : 0 auto ;\n}\n',
    'a,b>c{color:red;margin:0 auto}',
  ],
  ['a descendant is no child and no compound', 'td .a :hover{b:c}', 'td .a :hover{b:c}'],
  [
    'media queries keep the spaces around their words',
    '@media only screen and ( max-width : 480px ) { a { b : c } }',
    '@media only screen and (max-width:480px){a{b:c}}',
  ],
  ['arithmetic keeps the spaces of its signs', 'a{width:calc( 100% - (2 * 8px) )}', 'a{width:calc(100% - (2 * 8px))}'],
  [
    'texts and addresses stay',
    'a{content:" ; } "; b:url( "a b.png" );c:url(a;b)}',
    'a{content:" ; } ";b:url("a b.png");c:url(a;b)}',
  ],
  ['important joins its value', 'a{b:c ! important}', 'a{b:c!important}'],
  ['comments go, and part words where they did', 'a/* x */b{c:d/**/e}/* y */', 'a/**/b{c:d/**/e}'],
  [
    'comments that builders read stay',
    '/*\n@tab Page\n*/.a{/*@editable*/color:red;}',
    '/*\n@tab Page\n*/.a{/*@editable*/color:red}',
  ],
  [
    'hacks stay',
    'a{*zoom:1;_top:0;filter:progid:DX.M(a=1, b=2);mso-line-height-rule:exactly}',
    'a{*zoom:1;_top:0;filter:progid:DX.M(a=1,b=2);mso-line-height-rule:exactly}',
  ],
  ['doubled semicolons are one', 'a{;b:c;;d:e;;}', 'a{b:c;d:e}'],
  ['rules inside rules stay as they are', 'a { b { c : d } }', 'a { b { c : d } }'],
  [
    'imports and fonts',
    '@import url( "x.css" ) ;\n@font-face { font-family : A ; src : url(a) , url(b) }',
    '@import url("x.css");@font-face{font-family:A;src:url(a),url(b)}',
  ],
  ['what is not CSS stays readable', '{{ b }} } a { c : d', '{{ b }} } a { c : d'],
  ['the old marks of HTML stay', '<!-- a { b : c } -->', '<!-- a{b:c}-->'],
]

describe('a minified style sheet', () => {
  for (const [fact, css, minified] of sheets) {
    test(fact, () => {
      expect(minifyCss(css)).toBe(minified)
      expect(minifyCss(minified)).toBe(minified)
    })
  }

  test('of a style attribute is a list of declarations', () => {
    expect(minifyCss(' color : red ; margin : 0 ; ', { isList: true })).toBe('color:red;margin:0')
    expect(minifyCss('a:b;c : url( x ) no-repeat', { isList: true })).toBe('a:b;c:url( x ) no-repeat')
  })

  test('breaks long lines where the source has a line break', () => {
    const css = Array.from({ length: 60 }, (_, n) => `.class-${n} { color : #123456 }`).join('\n')
    const lines = minifyCss(css).split('\n')
    expect(lines.length).toBe(3)
    expect(minifyCss(lines.join('\n'))).toBe(lines.join('\n'))
  })

  test('takes linear time', () => {
    for (const piece of ['a{', '/*', '"', 'a:b;', '((', '}', ' /**/']) {
      const start = processorMs()
      minifyCss(piece.repeat(100_000))
      expect(processorMs() - start, piece).toBeLessThan(2000)
    }
  })
})
