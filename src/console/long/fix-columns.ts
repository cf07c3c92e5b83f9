/** Keeps the widths that the columns have now until the width of the window changes. Returns how to stop. */
export function fixColumns(table: HTMLTableElement): () => void {
  const fix = () => {
    const heads = [...(table.tHead?.rows[0]?.cells ?? [])]
    for (const head of heads) head.style.inlineSize = ''
    Object.assign(table.style, { tableLayout: 'auto', inlineSize: '' })
    const widths = heads.map((head) => head.getBoundingClientRect().width)
    const whole = table.getBoundingClientRect().width
    heads.forEach((head, index) => (head.style.inlineSize = `${widths[index]}px`))
    Object.assign(table.style, { tableLayout: 'fixed', inlineSize: `${whole}px` })
  }
  fix()
  let width = window.innerWidth
  const refix = () => {
    if (window.innerWidth === width) return
    width = window.innerWidth
    fix()
  }
  window.addEventListener('resize', refix)
  return () => window.removeEventListener('resize', refix)
}
