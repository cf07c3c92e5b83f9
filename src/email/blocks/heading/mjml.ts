import type { Block, RichText } from '../../document/index.ts'
import type { BlockMjml } from '../../mjml/index.ts'

interface Heading extends Block {
  text: RichText
  level?: number
}

/** mj-text reads headings together with the text around them. */
export const headingMjml: BlockMjml<Heading> = {
  write: ({ text, level = 2 }, context) =>
    context.mjText(`<h${level} style="margin:0;${context.headingCss()}">${context.inlineText(text)}</h${level}>`),
}
