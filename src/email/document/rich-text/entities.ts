// U+00A0 to U+00FF in order (HTML 13.5).
const latin =
  'nbsp iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy reg macr deg plusmn sup2 sup3 acute micro para middot cedil sup1 ordm raquo frac14 frac12 frac34 iquest Agrave Aacute Acirc Atilde Auml Aring AElig Ccedil Egrave Eacute Ecirc Euml Igrave Iacute Icirc Iuml ETH Ntilde Ograve Oacute Ocirc Otilde Ouml times Oslash Ugrave Uacute Ucirc Uuml Yacute THORN szlig agrave aacute acirc atilde auml aring aelig ccedil egrave eacute ecirc euml igrave iacute icirc iuml eth ntilde ograve oacute ocirc otilde ouml divide oslash ugrave uacute ucirc uuml yacute thorn yuml'

const others =
  'amp26 lt3c gt3e quot22 apos27 OElig152 oelig153 Scaron160 scaron161 Yuml178 ensp2002 emsp2003 thinsp2009 zwnj200c zwj200d lrm200e rlm200f ndash2013 mdash2014 lsquo2018 rsquo2019 sbquo201a ldquo201c rdquo201d bdquo201e dagger2020 bull2022 hellip2026 permil2030 prime2032 lsaquo2039 rsaquo203a euro20ac trade2122 larr2190 uarr2191 rarr2192 darr2193 minus2212 infin221e asymp2248 ne2260 le2264 ge2265 star2606 starf2605 hearts2665 check2713 cross2717'

const named = new Map<string, string>()
latin.split(' ').forEach((name, index) => named.set(name, String.fromCharCode(0xa0 + index)))
for (const entry of others.split(' ')) {
  const [, name = '', code = ''] = /^([A-Za-z]+)(\d[0-9a-f]*)$/.exec(entry) ?? []
  named.set(name, String.fromCharCode(Number.parseInt(code, 16)))
}

const reference = /&(?:#(\d{1,7})|#[xX]([0-9a-fA-F]{1,6})|([A-Za-z][A-Za-z0-9]{1,8}));?/g

/** Decodes common HTML character references; unknown ones stay unchanged. */
export function decodeEntities(text: string): string {
  if (!text.includes('&')) return text
  return text.replace(reference, (whole, decimal?: string, hex?: string, name?: string) => {
    if (name !== undefined) return whole.endsWith(';') ? (named.get(name) ?? whole) : whole
    return fromCode(decimal === undefined ? Number.parseInt(hex ?? '', 16) : Number(decimal))
  })
}

/** Escapes text for HTML content and for double-quoted attribute values. */
export function escapeHtml(text: string): string {
  return /[&<>"\u00a0]/.test(text) ? text.replace(/[&<>"\u00a0]/g, (char) => escapes[char] ?? char) : text
}

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', '\u00a0': '&nbsp;' }

// NUL, surrogates and code points beyond Unicode are invalid (HTML 13.2.5.80).
function fromCode(code: number): string {
  return code === 0 || code > 0x10ffff || (code >= 0xd800 && code <= 0xdfff) ? '\ufffd' : String.fromCodePoint(code)
}
