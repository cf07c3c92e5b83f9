/** HTML that requests what nobody can render. */
export const hostilePages: Readonly<Record<string, string>> = {
  'a thousand tables': '<table width="100%"><tr><td style="padding:4px">Words</td></tr></table>'.repeat(1000),
  'a thousand tables in tables': `${'<table><tr><td>'.repeat(1000)}x`,
  'tables in tables of two columns': `${'<table><tr><td>'.repeat(60)}x${'</td><td>y</td></tr></table>'.repeat(60)}`,
  'a hundred thousand elements in elements': '<div>'.repeat(100_000),
  'stretches in stretches': '<span style="padding:1px;background:red">'.repeat(200),
  'boxes in lines in boxes in lines': '<div style="display:inline-block">a'.repeat(150),
  'a word without end': `<div style="word-break:break-all">${'x'.repeat(100_000)}</div>`,
  'a word that may not be broken': 'x'.repeat(100_000),
  'widths beyond all measure':
    '<table width="99999999"><tr><td width="9999999999999">x</td><td style="width:1e99px;padding:999999px;margin:-99999px;border:99999px solid red">y</td></tr></table>',
  'numbers that are none':
    '<div style="width:NaNpx;height:Infinitypx;line-height:1e400;font-size:1e308px;letter-spacing:-99999px;opacity:NaN;border-radius:1e9px;background-size:0 0">abc</div>',
  'values that are none':
    '<div style="color:expression(1);background:url(javascript:1);font:;margin:1 2 3;border:x y z;line-height:;width:30p;word-spacing:normal">a</div>',
  'cells that reach everywhere': `<table>${'<tr><td colspan="999999" rowspan="999999">a</td></tr>'.repeat(100)}</table>`,
  'a style sheet without end': `<style>${'.a .b .c div span{color:red}'.repeat(5000)}</style>${'<div class="a b c"><span>x</span></div>'.repeat(50)}`,
  'a style sheet that is never closed': '<style>div{color:red;} @media (max-width:{{{{ p{',
  'selectors that look far': `<style>${'* * * * * * * * * *{color:red}'.repeat(50)}</style>${'<div>'.repeat(100)}x`,
  'fonts that do not exist': '<p style="font-family:\'No Such Font\',nothing">x</p>',
  'letters with a thousand marks': `a${'\u0301'.repeat(1000)}`,
  'letters that turn the line': '\u202e\u2066abc \u05e9\u05dc\u05d5\u05dd '.repeat(200),
  'what is no text': '\u0000<div>\u0000a\ud800</div>\uffff',
  'letters as large as a house': '<p style="font-size:100000px">X</p>',
  'a page as long as a street': '<div style="height:19999px">a</div>'.repeat(500),
}
