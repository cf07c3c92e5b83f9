/** Import of other editors' designs by block type; separate from index.ts so that the editor does not load it. */
import type { BlockImports } from '../import/index.ts'
import { buttonImport } from './button/import.ts'
import { countdownImport } from './countdown/import.ts'
import { dividerImport } from './divider/import.ts'
import { htmlImport } from './html/import.ts'
import { iconsImport } from './icons/import.ts'
import { imageImport } from './image/import.ts'
import { menuImport } from './menu/import.ts'
import { socialImport } from './social/import.ts'
import { spacerImport } from './spacer/import.ts'
import { tableImport } from './table/import.ts'
import { textImport } from './text/import.ts'
import { videoImport } from './video/import.ts'

/** By block type. */
export const blockImports: BlockImports = new Map(
  Object.entries({
    button: buttonImport,
    countdown: countdownImport,
    divider: dividerImport,
    html: htmlImport,
    icons: iconsImport,
    image: imageImport,
    menu: menuImport,
    social: socialImport,
    spacer: spacerImport,
    table: tableImport,
    text: textImport,
    video: videoImport,
  }),
)
