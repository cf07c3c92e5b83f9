import type { Block } from '../../../document/index.ts'
import { replaceFix } from '../../fix/change.ts'
import { defineRule } from '../../rule.ts'

const fileName =
  /^[^\s/]{1,200}\.(?:jpe?g|png|gif|webp|svg|avif|bmp)$|^(?:IMG|DSC|image|photo|picture|untitled|screenshot)[-_ ]?\d*$/i

export const altFileName = defineRule({
  id: 'accessibility.alt-file-name',
  severity: 'warning',
  why: 'A screen reader reads out the file name, which describes nothing.',
  remedy: 'Describe the content of the image.',
  doc: 'https://www.w3.org/WAI/WCAG22/Understanding/non-text-content',
  *check({ page, title }) {
    for (const { alt, node, authored } of page.images) {
      if (alt === undefined || node === undefined || !fileName.test(alt.trim())) continue
      const words = wordsOf(alt)
      const fix =
        words === undefined || authored !== undefined
          ? undefined
          : replaceFix(node as Block, `Say “${words}”`, (text, key) => (key === 'alt' && text === alt ? words : text))
      yield {
        node,
        prop: authored === undefined ? 'alt' : 'html',
        message: `${title(node)}: the alternative text “${alt.trim().slice(0, 60)}” is a file name.`,
        fix,
      }
    }
  },
})

// summer-sale_hero@2x.jpg → Summer sale hero; undefined if no word is left.
function wordsOf(name: string): string | undefined {
  const stem = name
    .trim()
    .replace(/\.\w+$/, '')
    .replace(/@\d+x$/, '')
  const words = stem
    .split(/[-_.\s]+/)
    .filter((word) => /^\p{L}{2,}$/u.test(word) && !/^(?:img|dsc|image|photo|final|copy)$/i.test(word))
  if (words.length < 2) return undefined
  const line = words.join(' ').toLowerCase()
  return line.slice(0, 1).toUpperCase() + line.slice(1)
}
