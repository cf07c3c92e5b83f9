/**
 * Renders the images of the public templates: every svg/*.svg becomes a PNG (or a JPEG where the rendering says
 * `data-format="jpeg"`) at twice its size, and images.ts lists them. Run with `bun scripts/illustrations/render.ts [name…]`.
 */
import { readdirSync } from 'node:fs'
import { type Browser, chromium } from 'playwright-core'

const sources = `${import.meta.dir}/svg`
const starters = `${import.meta.dir}/../../src/surfaces/templates/starters`
const scale = 2

interface Illustration {
  name: string
  svg: string
  width: number
  height: number
  file: string
  mime: 'image/png' | 'image/jpeg'
}

async function readIllustration(name: string): Promise<Illustration> {
  const svg = await Bun.file(`${sources}/${name}.svg`).text()
  const size = /width="(\d+)" height="(\d+)"/.exec(svg)
  if (size === null) throw new Error(`${name}.svg does not begin with its width and height`)
  const jpeg = svg.includes('data-format="jpeg"')
  return {
    name,
    svg,
    width: Number(size[1]),
    height: Number(size[2]),
    file: `${name}.${jpeg ? 'jpg' : 'png'}`,
    mime: jpeg ? 'image/jpeg' : 'image/png',
  }
}

async function render(browser: Browser, { svg, width, height, file, mime }: Illustration): Promise<number> {
  const page = await browser.newPage({ viewport: { width, height }, deviceScaleFactor: scale })
  await page.setContent(`<style>body{margin:0}svg{display:block}</style>${svg}`)
  const image =
    mime === 'image/jpeg'
      ? await page.screenshot({ type: 'jpeg', quality: 84 })
      : await page.screenshot({ type: 'png', omitBackground: true })
  await page.close()
  await Bun.write(`${starters}/images/${file}`, image)
  return image.byteLength
}

function listing(renderings: readonly Illustration[]): string {
  const lines = renderings.map(
    ({ file, width, height, mime }) =>
      `  { file: '${file}', width: ${width * scale}, height: ${height * scale}, mime: '${mime}' },`,
  )
  return `// Written by scripts/illustrations/render.ts; change the drawings, not this list.

/** A picture of the public templates as it lies in images/; sizes in px of the file, twice the size it is shown at. */
export interface StarterImage {
  file: string
  width: number
  height: number
  mime: 'image/png' | 'image/jpeg'
}

const listed: readonly StarterImage[] = [
${lines.join('\n')}
]

/** The pictures by file name; documents name them \`/cdn/starters/<file>\`. */
export const starterImages: ReadonlyMap<string, StarterImage> = new Map(listed.map((image) => [image.file, image]))
`
}

const names = readdirSync(sources)
  .filter((file) => file.endsWith('.svg'))
  .map((file) => file.slice(0, -4))
  .sort()
const wanted = process.argv.slice(2)
const renderings = await Promise.all(names.map(readIllustration))
const browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox'] })
for (const rendering of renderings) {
  if (wanted.length > 0 && !wanted.includes(rendering.name)) continue
  console.log(`${rendering.file} ${Math.round((await render(browser, rendering)) / 1024)} kB`)
}
await browser.close()
await Bun.write(`${starters}/images.ts`, listing(renderings))
