/** What two renderings of one email have in common: words, addresses, and pixels in Chromium. */
import pixelmatch from 'pixelmatch'
import { type Browser, type Page, chromium } from 'playwright-core'
import { PNG } from 'pngjs'
import { uploadUrlOf } from '../../src/email/import/index.ts'
import { fillTags } from './filled.ts'

const chromiumPath = process.env['SVC_TEST_CHROMIUM'] ?? '/usr/bin/chromium'
const desktop = 640
const maxHeight = 20_000

/** The words that a browser shows of an HTML source, the addresses of its links and of its images. */
export interface SeenPage {
  words: string[]
  links: string[]
  images: string[]
  /** Nothing reaches out of the window on the right. */
  isFitting: boolean
}

/** A browser that loads nothing from anywhere: every image is a gray plate of the size its first page says. */
export class Screen {
  readonly #browser: Browser
  /** One for each width: a new page costs more than most emails. */
  readonly #pages = new Map<number, Promise<Page>>()
  readonly #sizes = new Map<string, { width: number; height: number }>()

  private constructor(browser: Browser) {
    this.#browser = browser
  }

  static async open(): Promise<Screen> {
    return new Screen(
      await chromium.launch({ executablePath: chromiumPath, args: ['--no-sandbox', '--force-color-profile=srgb'] }),
    )
  }

  close(): Promise<void> {
    return this.#browser.close()
  }

  /** An image of the page in a window of so many px, and what can be read on it. */
  async look(html: string, file?: string, width = desktop): Promise<{ png: PNG; seen: SeenPage }> {
    const page = await this.#pageOf(width)
    // Colors of links that the attributes of a body set outlive the content of its document.
    await page.goto('about:blank')
    await page.setContent(this.#plates(html), { waitUntil: 'load' })
    // What names no font is shown in that of the mail client.
    await page.addStyleTag({ content: ':where(html){font-family:Arial,sans-serif}' })
    const seen = await page.evaluate(() => {
      // Preview texts are hidden in several ways.
      for (const element of document.querySelectorAll<HTMLElement>('[style*="opacity"], [style*="overflow"]')) {
        const { opacity, overflow } = getComputedStyle(element)
        const isClipped = overflow === 'hidden' && (element.clientHeight < 2 || element.clientWidth < 2)
        if (opacity === '0' || isClipped) element.style.visibility = 'hidden'
      }
      // Words of no size are in the text of the page, and nobody sees them.
      for (const element of document.querySelectorAll<HTMLElement>('[style*="font-size"]')) {
        const isWords = [...element.childNodes].some((node) => node.nodeType === 3 && node.nodeValue?.trim() !== '')
        if (isWords && Number.parseFloat(getComputedStyle(element).fontSize) < 0.5) element.textContent = ''
      }
      // Links that touch each other, such as those of a menu, are words of their own.
      const gaps = [...document.querySelectorAll('a')].map((a) => {
        const gap = document.createTextNode(' ')
        a.after(gap)
        return gap
      })
      const words = (document.body.innerText.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).slice(0, 100_000)
      for (const gap of gaps) gap.remove()
      const hrefs = [...document.querySelectorAll('a[href]')].filter(
        (a) => (a as HTMLElement).innerText.trim() !== '' || a.querySelector('img[data-src]'),
      )
      return {
        words: [...words],
        links: hrefs
          .map((a) => (a.getAttribute('href') ?? '').trim().replaceAll(' ', '%20'))
          .filter((href) => href !== ''),
        images: [...document.querySelectorAll('img')]
          .filter((img) => img.getClientRects().length > 0)
          .map((img) => img.getAttribute('data-src') ?? '')
          .filter((address) => address !== ''),
        isFitting: document.documentElement.scrollWidth <= window.innerWidth + 1,
      }
    })
    const shot = await page.screenshot({
      fullPage: true,
      clip: { x: 0, y: 0, width, height: await heightOf(page) },
      ...(file === undefined ? {} : { path: file }),
    })
    return { png: PNG.sync.read(shot), seen }
  }

  #pageOf(width: number): Promise<Page> {
    const open = async () => {
      const page = await this.#browser.newPage({ viewport: { width, height: 800 }, javaScriptEnabled: true })
      await page.route('**/*', (route) => route.abort())
      return page
    }
    const page = this.#pages.get(width) ?? open()
    this.#pages.set(width, page)
    return page
  }

  // Addresses become plates; the sizes are those of the page that names an image first.
  #plates(html: string): string {
    // A comment ends where one does for browsers, which know no <![endif]>.
    const shown = html.replace(/<!--\[if[\s\S]*?-->/g, '')
    return (
      fillTags(shown.replace(colorTags, '$1#3d6bdb'))
        .replace(/<img\b[^>]*>/gi, (tag) => {
          const src = /\ssrc\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s>]+))/i.exec(tag)
          // Without an address there is no image, only its alternative text.
          if (src === null || (src[1] ?? src[2] ?? src[3] ?? '').trim() === '') return tag
          const written = (src[1] ?? src[2] ?? src[3] ?? '').replaceAll('&amp;', '&')
          const address = uploadUrlOf(written) ?? written.replace(/^\/\//, 'https://')
          // Browsers prefer srcset, whose files are as little there as that of src.
          return tag
            .replace(/\ssrcset\s*=\s*(?:"[^"]*"|'[^']*')/gi, '')
            .replace(
              src[0],
              () => ` data-src="${address.replaceAll('"', '&quot;')}" src="${this.#plate(address, tag)}"`,
            )
        })
        .replace(/url\(\s*(['"]?)(?!data:)[^)'"]*\1\s*\)/gi, `url('${plate(8, 8, '%23bbbbbb')}')`)
        .replace(/\bbackground="(?!data:)[^"]*[./][^"]*"/gi, `background="${plate(8, 8, '%23bbbbbb')}"`)
        // Mail clients run no scripts, and go nowhere by themselves.
        .replace(/<script\b[\s\S]*?<\/script\s*>|<(?:link\b|source\b|meta\b[^>]*http-equiv=["']?refresh)[^>]*>/gi, '')
    )
  }

  #plate(address: string, tag: string): string {
    let size = this.#sizes.get(address)
    if (size === undefined) {
      const number = (name: string) =>
        Number.parseFloat(new RegExp(`(?<![\\w-])${name}\\s*[=:]\\s*["']?(\\d+)(?![\\d.]*%)`, 'i').exec(tag)?.[1] ?? '')
      const own = number('width')
      const said = /[/=_-](\d{2,4})x(\d{2,4})(?=[/._?&-]|$)/.exec(address) ?? /\/(\d{2,4})\/[0-9a-f]{6}$/i.exec(address)
      const wide = own > 0 ? own : Number(said?.[1] ?? 600)
      const high = own > 0 ? number('height') : Number(said?.[2] ?? (said === null ? Number.NaN : wide))
      size = { width: wide, height: high > 0 ? high : Math.round(wide / 2) }
      this.#sizes.set(address, size)
    }
    return plate(size.width, size.height, '%23c8ccd2')
  }
}

/** Of the page in px; what is further down is not compared. */
async function heightOf(page: Page): Promise<number> {
  return Math.min(
    maxHeight,
    await page.evaluate(() => Math.max(document.documentElement.scrollHeight, window.innerHeight)),
  )
}

// A color that an ESP would fill in is the one that the importer gives it in the meantime.
const colorTags =
  /((?:[";{\s])(?:background(?:-color)?|color|border(?:-(?:top|right|bottom|left))?(?:-color)?)\s*:[^;"'{}]{0,200})(?:\{\{[^{}]*\}\}|<%[-=][^%]*%>)/gi

function plate(wide: number, high: number, color: string): string {
  return `data:image/svg+xml,%3Csvg xmlns=%27http://www.w3.org/2000/svg%27 width=%27${wide}%27 height=%27${high}%27 preserveAspectRatio=%27none%27%3E%3Crect width=%27100%25%27 height=%27100%25%27 fill=%27${color}%27/%3E%3C/svg%3E`
}

/** The share of pixels that differ in a window of so many px, the shorter image continued in white. */
export function difference(one: PNG, other: PNG, width = desktop): number {
  const height = Math.max(one.height, other.height)
  const padded = (png: PNG) => {
    const out = new PNG({ width, height })
    out.data.fill(255)
    // A page that something reaches out of is wider than the window; readers see the window.
    for (let row = 0; row < png.height; row++) {
      const from = row * png.width * 4
      png.data.copy(out.data, row * width * 4, from, from + Math.min(width, png.width) * 4)
    }
    return out.data
  }
  return pixelmatch(padded(one), padded(other), undefined, width, height, { threshold: 0.15 }) / (width * height)
}

/** The share of a list that is in another, repetitions counted. */
export function shareKept(wanted: readonly string[], found: readonly string[]): number {
  const left = new Map<string, number>()
  for (const one of found) left.set(one, (left.get(one) ?? 0) + 1)
  let kept = 0
  for (const one of wanted) {
    const count = left.get(one) ?? 0
    if (count > 0) kept++
    left.set(one, count - 1)
  }
  return wanted.length === 0 ? 1 : kept / wanted.length
}
