import { defineRule } from '../../rule.ts'

/** Minimum pixels of the image per px of the layout; below it, images are blurred on phones. */
const min = 1.5

export const imageCoarse = defineRule({
  id: 'size.image-coarse',
  severity: 'hint',
  why: 'Phones and most laptops have two or three device pixels per CSS pixel; images with fewer look blurry.',
  remedy: 'Upload it at twice its display width.',
  doc: 'https://developer.mozilla.org/en-US/docs/Web/API/Window/devicePixelRatio',
  *check({ document, page, title }) {
    const widths = new Map(Object.values(document.assets ?? {}).map(({ mime, url, width }) => [url, { mime, width }]))
    if (widths.size === 0) return
    for (const { isHidden, node, src, width } of page.images) {
      const file = widths.get(src)
      if (file === undefined || width === undefined || isHidden || file.mime.includes('svg')) continue
      if (file.width >= width * min) continue
      const name = node === undefined ? 'An image' : title(node)
      yield { node, message: `${name}: the file is ${file.width} px wide and displayed at ${Math.round(width)} px.` }
    }
  },
})
