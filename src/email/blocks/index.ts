/**
 * The block types of an email, one folder each: icon, texts, samples, schema, defaults, inspector fields, HTML, AMP
 * and text. Their conversions from and to MJML and from other editors' designs are listed in mjml.ts and import.ts,
 * which the editor does not load. May import render, document and data, the conversions also mjml and import. To add
 * a type, write its folder and list it below; a test names missing parts (ARCHITECTURE.md, “Adding things”).
 */
import type { BlockType, BlockTypes } from '../render/index.ts'
import { accordion } from './accordion/accordion.ts'
import { button } from './button/button.ts'
import { carousel } from './carousel/carousel.ts'
import { code } from './code/code.ts'
import { columns } from './columns/columns.ts'
import { countdown } from './countdown/countdown.ts'
import { divider } from './divider/divider.ts'
import { dynamicList } from './dynamic-list/dynamic-list.ts'
import { form } from './form/form.ts'
import { heading } from './heading/heading.ts'
import { html } from './html/html.ts'
import { icons } from './icons/icons.ts'
import { image } from './image/image.ts'
import { list } from './list/list.ts'
import { menu } from './menu/menu.ts'
import { product } from './product/product.ts'
import { social } from './social/social.ts'
import { spacer } from './spacer/spacer.ts'
import { table } from './table/table.ts'
import { text } from './text/text.ts'
import { video } from './video/video.ts'

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

/** In the order of the palette. */
export const blockTypes: BlockTypes = new Map(types.map((block) => [block.type, block]))
