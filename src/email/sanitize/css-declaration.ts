import { tokenTypes, tokenize } from 'css-tree/tokenizer'
import { type AddressUse, isSafeAddress } from './urls.ts'

// Internet Explorer ran expression() and behaviors, Firefox bindings, and both followed script addresses in CSS.
const executable = /expression\s*\(|(?:java|vb|live|j)script\s*:|mocha\s*:|-moz-binding|@import|<\/|<!--/
const behaviour = /(?:^|[^a-z0-9-])behaviou?r\s*:/
// The one behavior that email needs: it switches Outlook's vector graphics on. Each run of white space belongs to one
// quantifier only: with several in a row, a long run that does not match takes cubic time.
const vml = /^[\s*_]*behaviou?r\s*:\s*url\(\s*['"]?#default#vml['"]?\s*\)\s*(?:!important\s*)?(?:;\s*)?$/
const addressFunctions = new Set(['url(', 'src(', 'image(', 'image-set(', '-webkit-image-set(', 'cross-fade('])

/** Why a declaration (or another piece of CSS without blocks) cannot stay; undefined when it can. */
export function cssProblem(text: string, use: AddressUse): string | undefined {
  const read = readCss(text)
  if (executable.test(read) || (read.includes('progid:') && /\bsrc\s*=/.test(read))) return 'executable CSS'
  if (behaviour.test(read) && !vml.test(read)) return 'CSS behavior'
  if (!/url|src|image|cross|["'(]/.test(read) || vml.test(read)) return undefined
  return addressProblem(text, use)
}

function addressProblem(text: string, use: AddressUse): string | undefined {
  let problem: string | undefined
  const open: boolean[] = []
  const check = (address: string) => {
    if (!isSafeAddress(address, use)) problem ??= 'CSS URL'
  }
  tokenize(text, (type, start, end) => {
    const token = text.slice(start, end)
    if (type === tokenTypes.Function) {
      const name = readCss(token)
      // Nobody writes url with escapes but to hide it, and then its address is no string.
      if (name === 'url(' && token.toLowerCase() !== name) problem ??= 'CSS URL'
      open.push(addressFunctions.has(name))
    } else if (type === tokenTypes.LeftParenthesis) open.push(open.at(-1) ?? false)
    else if (type === tokenTypes.RightParenthesis) open.pop()
    else if (type === tokenTypes.Url) check(unescapeCss(token.slice(token.indexOf('(') + 1).replace(/\)$/, '')).trim())
    else if (type === tokenTypes.BadUrl || type === tokenTypes.BadString) problem ??= 'malformed CSS'
    else if (type === tokenTypes.String && open.at(-1) === true) check(unescapeCss(token.slice(1).replace(/["']$/, '')))
  })
  return problem
}

/** CSS text as a browser understands it: no comments, escapes resolved, compatibility characters folded, in lower case. */
export function readCss(text: string): string {
  return unescapeCss(text.replace(/\/\*[\s\S]*?(?:\*\/|$)/g, ''))
    .normalize('NFKC')
    .replaceAll('\0', '')
    .toLowerCase()
}

/** Resolves the escapes of CSS (CSS Syntax 4.3.7). */
function unescapeCss(text: string): string {
  if (!text.includes('\\')) return text
  return text.replace(
    /\\(?:([0-9a-fA-F]{1,6})[ \t\n\r\f]?|(\r\n|[\n\r\f])|([\s\S]))/g,
    (_, hex?: string, line?: string, other?: string) => {
      if (hex === undefined) return line === undefined ? (other ?? '') : ''
      const code = Number.parseInt(hex, 16)
      return code === 0 || code > 0x10ffff || (code >= 0xd800 && code <= 0xdfff) ? '\ufffd' : String.fromCodePoint(code)
    },
  )
}
