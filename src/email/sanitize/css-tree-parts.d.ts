/**
 * Types for the imported parts of css-tree. Its main entry parses the grammar of every property at startup, which is not
 * needed.
 */
declare module 'css-tree/tokenizer' {
  export const tokenTypes: Readonly<
    Record<
      | 'Ident'
      | 'Function'
      | 'AtKeyword'
      | 'String'
      | 'BadString'
      | 'Url'
      | 'BadUrl'
      | 'WhiteSpace'
      | 'CDO'
      | 'CDC'
      | 'Semicolon'
      | 'LeftSquareBracket'
      | 'RightSquareBracket'
      | 'LeftParenthesis'
      | 'RightParenthesis'
      | 'LeftCurlyBracket'
      | 'RightCurlyBracket'
      | 'Comment',
      number
    >
  >
  export function tokenize(source: string, onToken: (type: number, start: number, end: number) => void): void
}

declare module 'css-tree/parser' {
  export { parse as default } from 'css-tree'
}

declare module 'css-tree/generator' {
  export { generate as default } from 'css-tree'
}

declare module 'css-tree/walker' {
  import type { find } from 'css-tree'
  const walk: { find: typeof find }
  export default walk
}

declare module 'css-tree/utils' {
  export { ident, string, url } from 'css-tree'
}
