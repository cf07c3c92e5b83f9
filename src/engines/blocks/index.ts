/**
 * The block types of an email, one file each: schema, defaults, inspector fields, HTML and text. May ask render,
 * document and data. To add a type, write its file and name it in the list below; no other room needs to know.
 */
import type { BlockType, BlockTypes } from '../render/index.ts'
import { button } from './button.ts'
import { columns } from './columns.ts'
import { divider } from './divider.ts'
import { heading } from './heading.ts'
import { image } from './image.ts'
import { spacer } from './spacer.ts'
import { text } from './text.ts'

const list: readonly BlockType[] = [heading, text, image, button, divider, spacer, columns]

/** All block types by name, in the order of a palette. */
export const blockTypes: BlockTypes = new Map(list.map((block) => [block.type, block]))
