import { type Tokenizer, TokenizerMode } from 'parse5'

/** Elements whose content is not markup, with the tokenizer state that reads it (WHATWG HTML 13.2.6.4). */
export const rawElements: Record<string, Tokenizer['state'] | undefined> = {
  style: TokenizerMode.RAWTEXT,
  xmp: TokenizerMode.RAWTEXT,
  iframe: TokenizerMode.RAWTEXT,
  noembed: TokenizerMode.RAWTEXT,
  noframes: TokenizerMode.RAWTEXT,
  script: TokenizerMode.SCRIPT_DATA,
  title: TokenizerMode.RCDATA,
  textarea: TokenizerMode.RCDATA,
  plaintext: TokenizerMode.PLAINTEXT,
}
