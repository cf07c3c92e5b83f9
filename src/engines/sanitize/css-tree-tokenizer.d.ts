/** The part of css-tree that is used here; its main entry loads data files at start, which an executable does not have. */
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
