/**
 * The block types of an email, one file each: schema, defaults, inspector fields, HTML and text. May ask render,
 * document and data. To add a type, write its file and name it in the list below; no other room needs to know.
 */
import type { BlockType, BlockTypes } from '../render/index.ts'
import { accordion } from './accordion.ts'
import { button } from './button.ts'
import { carousel } from './carousel.ts'
import { code } from './code.ts'
import { columns } from './columns.ts'
import { countdown } from './countdown.ts'
import { divider } from './divider.ts'
import { dynamicList } from './dynamic-list.ts'
import { form } from './form.ts'
import { heading } from './heading.ts'
import { html } from './html.ts'
import { icons } from './icons.ts'
import { image } from './image.ts'
import { list } from './list.ts'
import { menu } from './menu.ts'
import { product } from './product.ts'
import { social } from './social.ts'
import { spacer } from './spacer.ts'
import { table } from './table.ts'
import { text } from './text.ts'
import { video } from './video.ts'

const types: readonly BlockType[] = [
  heading,
  text,
  image,
  button,
  divider,
  spacer,
  social,
  menu,
  list,
  table,
  video,
  icons,
  countdown,
  code,
  html,
  product,
  columns,
  carousel,
  accordion,
  form,
  dynamicList,
]

/** All block types by name, in the order of a palette. */
export const blockTypes: BlockTypes = new Map(types.map((block) => [block.type, block]))
