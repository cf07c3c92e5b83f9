import type { Block, Column } from '../../document/index.ts'
import type { BlockMjml } from '../../mjml/index.ts'

interface Columns extends Block {
  columns: readonly Column[]
}

/** Supports a single column with only a background: MJML sets it as the background of each cell. */
export const columnsMjml: BlockMjml<Columns> = {
  write: ({ columns: [only, ...others] }, context) => {
    const { background, ...rest } = only?.style ?? {}
    if (only === undefined || others.length > 0 || background === undefined || Object.keys(rest).length > 0)
      return undefined
    const color = context.color(background) ?? ''
    return context
      .blocks(only.blocks)
      .replace(
        /<(mj-(?:image|button|text|divider|spacer|social))(?![^>]*container-background-color)/g,
        `<$1 container-background-color="${color}"`,
      )
  },
}
