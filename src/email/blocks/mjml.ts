/** MJML conversions by block type; separate from index.ts so that the editor does not load them. */
import type { MjmlBlocks } from '../mjml/index.ts'
import { accordionMjml } from './accordion/mjml.ts'
import { buttonMjml } from './button/mjml.ts'
import { carouselMjml } from './carousel/mjml.ts'
import { columnsMjml } from './columns/mjml.ts'
import { dividerMjml } from './divider/mjml.ts'
import { headingMjml } from './heading/mjml.ts'
import { htmlMjml } from './html/mjml.ts'
import { imageMjml } from './image/mjml.ts'
import { listMjml } from './list/mjml.ts'
import { menuMjml } from './menu/mjml.ts'
import { socialMjml } from './social/mjml.ts'
import { spacerMjml } from './spacer/mjml.ts'
import { tableMjml } from './table/mjml.ts'
import { textMjml } from './text/mjml.ts'

/** Types without an entry are written as HTML in mj-raw. */
export const mjmlBlocks: MjmlBlocks = new Map(
  Object.entries({
    accordion: accordionMjml,
    button: buttonMjml,
    carousel: carouselMjml,
    columns: columnsMjml,
    divider: dividerMjml,
    heading: headingMjml,
    html: htmlMjml,
    image: imageMjml,
    list: listMjml,
    menu: menuMjml,
    social: socialMjml,
    spacer: spacerMjml,
    table: tableMjml,
    text: textMjml,
  }),
)
