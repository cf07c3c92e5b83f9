import { Damaged } from '../containers/damaged.ts'
import type { ImageFacts } from './facts.ts'

/** Default size of an SVG without dimensions (CSS 2.2 10.3.2). */
const usualSize = { width: 300, height: 150 }

const pixelsIn: Record<string, number> = {
  '': 1,
  px: 1,
  pt: 4 / 3,
  pc: 16,
  in: 96,
  cm: 96 / 2.54,
  mm: 96 / 25.4,
  q: 96 / 101.6,
  em: 16,
  rem: 16,
}

/** True if an `svg` element follows the declarations and comments. */
export function isSvg(head: string): boolean {
  return /^<(?:[\w.-]+:)?svg(?=[\s/>]|$)/.test(fromFirstElement(head))
}

/** Characters within which the first tag must end. */
const maxHeadBytes = 64 * 1024

/** Throws Damaged, also for a document type, which may define entities without limit. */
export function probeSvg(bytes: Uint8Array): ImageFacts {
  const source = decodeText(bytes)
  if (source === undefined) throw new Damaged('The SVG is not UTF-8.')
  const tag = openingTag(source)
  if (tag === undefined) throw new Damaged('The SVG does not begin with an svg element.')
  if (definesEntities(source)) throw new Damaged('The SVG defines entities, which are not supported.')
  if (!isComplete(source)) throw new Damaged('The SVG ends before it is complete.')
  const box = attribute(tag, 'viewBox')
    ?.trim()
    .split(/[\s,]+/)
    .map(Number)
  const [boxWidth = 0, boxHeight = 0] = box?.length === 4 && box.every(Number.isFinite) ? box.slice(2) : []
  const ratio = boxWidth > 0 && boxHeight > 0 ? boxWidth / boxHeight : undefined
  const [width, height] = [lengthOf(attribute(tag, 'width')), lengthOf(attribute(tag, 'height'))]
  const size = {
    width:
      width ?? (height !== undefined && ratio !== undefined ? height * ratio : (ratio && boxWidth) || usualSize.width),
    height:
      height ?? (width !== undefined && ratio !== undefined ? width / ratio : (ratio && boxHeight) || usualSize.height),
  }
  return {
    format: 'svg',
    width: Math.max(1, Math.round(Math.min(size.width, 1e9))),
    height: Math.max(1, Math.round(Math.min(size.height, 1e9))),
    orientation: 1,
    frames: 1,
    hasAlpha: true,
    color: 'rgb',
    depth: 8,
    end: bytes.length,
  }
}

function definesEntities(source: string): boolean {
  if (/<!ENTITY/i.test(source)) return true
  // The match consumes the internal subset, if any, so that no part of the text is read twice.
  for (const [, subset] of source.matchAll(/<!DOCTYPE[^>[]*(\[?)/gi)) if (subset !== '') return true
  return false
}

/** True if the text ends with the svg element, closed or empty; white space and comments may follow. */
function isComplete(source: string): boolean {
  if (/\/>\s*$/.test(source.slice(-200))) return true
  const tail = source.slice(-2000).trimEnd()
  return [...tail.matchAll(/<\/(?:[\w.-]+:)?svg\s*>/g)].some(({ 0: tag, index }) => {
    const rest = tail.slice(index + tag.length).trimStart()
    return rest === '' || (rest.length >= '<!---->'.length && rest.startsWith('<!--') && rest.endsWith('-->'))
  })
}

/** Undefined for invalid UTF-8. */
export function decodeText(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return undefined
  }
}

function openingTag(source: string): string | undefined {
  const tag = /^<(?:[\w.-]+:)?svg(?=[\s/>])(?:[^>"']|"[^"]*"|'[^']*')*>/
  return tag.exec(fromFirstElement(source.slice(0, maxHeadBytes)))?.[0]
}

function fromFirstElement(source: string): string {
  let rest = source.replace(/^\uFEFF/, '')
  for (;;) {
    rest = rest.trimStart()
    const skipped = /^(?:<\?[^>]*\?>|<!--[\s\S]*?-->|<!DOCTYPE[^>[]*(?:\[[^\]]*\]\s*)?>)/i.exec(rest)?.[0]
    if (skipped === undefined) return rest
    rest = rest.slice(skipped.length)
  }
}

function attribute(tag: string, name: string): string | undefined {
  const match = new RegExp(`\\s${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)')`).exec(tag)
  return match?.[1] ?? match?.[2]
}

function lengthOf(text: string | undefined): number | undefined {
  const match = /^\s*\+?((?:\d+(?:\.\d+)?|\.\d+)(?:e[+-]?\d+)?)([a-z]*)\s*$/i.exec(text ?? '')
  const unit = pixelsIn[(match?.[2] ?? '').toLowerCase()]
  const length = unit === undefined ? Number.NaN : Number(match?.[1]) * unit
  return Number.isFinite(length) && length > 0 ? length : undefined
}
