import { describe, expect, test } from 'bun:test'
import { cleanPage } from '../../../src/surfaces/exports/page/index.ts'

const page = (head: string, body: string) =>
  `<!DOCTYPE html>\n<html>\n<head>\n${head}</head>\n<body>\n${body}\n</body>\n</html>\n`
const css = '<style>\n.a{b:c}\n</style>\n'

describe('HTML of the caller', () => {
  const rows: [fact: string, source: string, cleaned: string][] = [
    ['a fragment stays a fragment', '<p>a</p>', `${css}<p>a</p>`],
    [
      'a page without body tag',
      '<!DOCTYPE html><head><meta charset="utf-8"></head><p>a',
      page(`<meta charset="utf-8">\n${css}`, '<p>a'),
    ],
    ['a page without head', '<!doctype html><p>a</p>', page(css, '<p>a</p>').replace('DOCTYPE', 'doctype')],
    ['a page without doctype gets one', '<BODY>a</BODY>', page(css, 'a')],
    ['a head alone', '<html><head></head>', page(css, '\u0000').replace('\n\u0000', '')],
    [
      'an old doctype and namespaces stay',
      '<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Transitional//EN" "x">\n<html xmlns:v="urn:schemas-microsoft-com:vml"><body style="margin:0">a</body>',
      page(css, 'a')
        .replace('<!DOCTYPE html>', '<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Transitional//EN" "x">')
        .replace('<html>', '<html xmlns:v="urn:schemas-microsoft-com:vml">')
        .replace('<body>', '<body style="margin:0">'),
    ],
    [
      'what the head says to Outlook stays',
      '<html><head><!--[if mso]><xml><o:x/></xml><![endif]--></head><body>a</body></html>',
      page(`<!--[if mso]><xml><o:x/></xml><![endif]-->\n${css}`, 'a'),
    ],
    [
      'nothing hides in a title, an attribute or a second head',
      '<html><title>a</title ><title><script>x</script></title><head onload="x"><script>x</script></head><body onload=x><body onclick=x>a',
      page(`<title>a</title>\n${css}`, 'a'),
    ],
    [
      'a title keeps its text',
      '<html><title>a <b> &amp; c</title><body>a',
      page(`<title>a &lt;b> &amp; c</title>\n${css}`, 'a'),
    ],
    ['a body inside a comment is none', '<!-- <body> --><p>a</p>', `${css}<!-- <body> --><p>a</p>`],
  ]
  for (const [fact, source, cleaned] of rows)
    test(fact, () => expect(cleanPage({ html: source, css: '.a{b:c}' })).toBe(cleaned))

  test('nothing executable is left, whatever the parts make together', () => {
    const hostile = [
      '<html "><script>x()</script>"><body>a',
      '<html a="><body onload=x>"><body b=\'><img src=x onerror=y>\'>',
      '<!DOCTYPE x "><script>x()</script>"><body>',
      '<html><title></title><img src=x onerror=y></title><body>',
      '<html/onload=x><body/onload=x>',
      '<body style="x:expression(y)" background="javascript:x">',
      '<html><head><style></style><script>x</script></style></head><body>',
    ]
    for (const source of hostile) {
      const found: string[] = []
      new HTMLRewriter()
        .on('*', {
          element: (element) => {
            if (element.tagName === 'script') found.push('script')
            for (const [name, value] of element.attributes)
              if (/^on|javascript:|expression/i.test(`${name}=${value}`)) found.push(name)
          },
        })
        .transform(cleanPage({ html: source, css: '</style><script>x()</script>' }))
      expect(found, source).toEqual([])
    }
  })
})
