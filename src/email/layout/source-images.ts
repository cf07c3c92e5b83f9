import type { Block, Box, InLine } from './boxes/box.ts'

/** The addresses of all images and background images that the boxes show, each once, in order. */
export function imagesIn(page: Box): string[] {
  const found = new Set<string>()
  addBlock(page, found)
  return [...found].filter((src) => src !== '')
}

function addBlock(block: Block, found: Set<string>): void {
  if (block.computed.image !== undefined) found.add(block.computed.image.src)
  if (block.kind === 'picture') {
    found.add(block.src)
    return
  }
  const { content } = block
  if (!('kind' in content)) for (const one of content) addBlock(one, found)
  else if (content.kind === 'lines') for (const item of content.items) addItem(item, found)
  else {
    for (const { computed, cells } of content.rows) {
      if (computed.image !== undefined) found.add(computed.image.src)
      for (const { box } of cells) addBlock(box, found)
    }
  }
}

function addItem(item: InLine, found: Set<string>): void {
  if (item.kind === 'block' || item.kind === 'picture') addBlock(item, found)
  else if (item.kind === 'span') for (const one of item.items) addItem(one, found)
}
