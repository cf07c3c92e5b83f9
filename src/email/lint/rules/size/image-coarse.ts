import { defineRule } from '../../rule.ts'

/** Pixels of the file for one of the layout, below which a phone shows the image soft. */
const min = 1.5

/** Images with too few pixels for the screens of phones. */
export const imageCoarse = defineRule({
  id: 'size.image-coarse',
  severity: 'hint',
  why: 'Phones and most laptops have two or three pixels where the layout counts one; a picture with fewer looks soft there.',
  remedy: 'Upload it in twice the width it is shown in.',
  doc: 'https://developer.mozilla.org/en-US/docs/Web/API/Window/devicePixelRatio',
  *check({ document, page, title }) {
    const widths = new Map(Object.values(document.assets ?? {}).map(({ mime, url, width }) => [url, { mime, width }]))
    if (widths.size === 0) return
    for (const { isHidden, node, src, width } of page.images) {
      const file = widths.get(src)
      if (file === undefined || width === undefined || isHidden || file.mime.includes('svg')) continue
      if (file.width >= width * min) continue
      const name = node === undefined ? 'A picture' : title(node)
      yield { node, message: `${name}: the file is ${file.width} px wide and shown in ${Math.round(width)} px.` }
    }
  },
})
