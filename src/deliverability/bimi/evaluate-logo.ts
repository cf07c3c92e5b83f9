import type { DomainFinding } from '../findings/index.ts'
import { report } from './reasons.ts'
import { type SvgTag, local, scanSvg } from './scan-svg.ts'

const largestBytes = 32 * 1024
/** Elements of SVG Tiny 1.2 that its portable and secure profile forbids, and elements of neither. */
const forbidden = new Set(
  'script handler listener a image video audio animation foreignobject iframe embed object set animate animatecolor animatemotion animatetransform discard prefetch style link'.split(
    ' ',
  ),
)
const allowed = new Set(
  'svg title desc metadata defs g use switch path rect circle ellipse line polyline polygon text textarea tspan tbreak solidcolor lineargradient radialgradient stop'.split(
    ' ',
  ),
)
const references = new Set(['href', 'src', 'data'])

/** Evaluates a logo by SVG Tiny PS (draft-svg-tiny-ps-abrotman). Parsed as text: nothing in it is executed or fetched. */
export function evaluateLogo(bytes: Uint8Array): { findings: readonly DomainFinding[]; title?: string } {
  const fix = 'Save it as SVG Tiny PS.'
  let text: string
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return { findings: [report('svg_broken', 'The logo is not UTF-8.', { fix })] }
  }
  const scanned = scanSvg(text)
  if ('problem' in scanned)
    return { findings: [report('svg_broken', `The logo is not SVG: ${scanned.problem}.`, { fix })] }
  const { hasDeclarations, tags } = scanned
  const [root] = tags
  if (root?.name !== 'svg')
    return { findings: [report('svg_broken', 'The logo is not SVG: its root element is not <svg>.', { fix })] }
  const title = tags.find(({ depth, name }) => depth === 1 && name === 'title')?.text.slice(0, 200)
  const findings = [...evaluateRoot(root), ...evaluateParts(tags)]
  if (hasDeclarations)
    findings.push(report('svg_forbidden', 'The logo has a DOCTYPE or instructions.', { fix: 'Remove them.' }))
  if (title === undefined || title === '')
    findings.push(
      report('svg_title', 'The logo has no <title>.', {
        fix: 'Add a <title> with the organization name directly inside <svg>.',
      }),
    )
  if (bytes.length > largestBytes)
    findings.push(
      report('logo_size', `The logo has ${Math.ceil(bytes.length / 1024)} KB.`, { fix: 'Make it smaller than 32 KB.' }),
    )
  return { findings, ...(title === undefined || title === '' ? {} : { title }) }
}

function evaluateRoot({ attributes }: SvgTag): DomainFinding[] {
  const found: DomainFinding[] = []
  const isTiny = attributes.get('version') === '1.2' && attributes.get('baseProfile') === 'tiny-ps'
  if (!isTiny)
    found.push(
      report('svg_profile', 'The logo does not declare SVG Tiny PS.', {
        fix: 'Write <svg version="1.2" baseProfile="tiny-ps" …>, and conform to the profile.',
      }),
    )
  if (attributes.get('xmlns') !== 'http://www.w3.org/2000/svg')
    found.push(
      report('svg_profile', 'The root of the logo lacks the SVG namespace.', {
        fix: 'Write xmlns="http://www.w3.org/2000/svg".',
      }),
    )
  if (attributes.has('x') || attributes.has('y'))
    found.push(report('svg_position', 'The root of the logo has x or y.', { fix: 'Remove them.' }))
  const [, , width, height] = (attributes.get('viewBox') ?? '')
    .trim()
    .split(/[\s,]+/)
    .map(Number)
  if (width === undefined || height === undefined || !(width > 0) || !(height > 0))
    found.push(
      report('svg_square', 'The logo has no viewBox.', { fix: 'Add a square viewBox such as viewBox="0 0 100 100".' }),
    )
  else if (Math.abs(width - height) > 0.01 * width)
    found.push(
      report('svg_square', `The logo is ${width} by ${height}, not square.`, { fix: 'Make its viewBox square.' }),
    )
  return found
}

function evaluateParts(tags: readonly SvgTag[]): DomainFinding[] {
  const bad = new Set<string>()
  const notAllowed = new Set<string>()
  for (const { attributes, name } of tags) {
    const small = name.toLowerCase()
    if (forbidden.has(small)) bad.add(`<${name.slice(0, 30)}>`)
    else if (!allowed.has(small)) notAllowed.add(`<${name.slice(0, 30)}>`)
    for (const [key, value] of attributes) {
      const plain = local(key).toLowerCase()
      if (/^on[a-z]/.test(plain)) bad.add(key.slice(0, 30))
      if (references.has(plain) && !value.trim().startsWith('#')) bad.add(`external ${key.slice(0, 30)}`)
      if (/url\(\s*(?:["']\s*)?[^)\s"'#]/i.test(value)) bad.add('url(…) to elsewhere')
      if (/javascript:/i.test(value)) bad.add('javascript:')
    }
  }
  const found: DomainFinding[] = []
  if (bad.size > 0)
    found.push(report('svg_forbidden', `The logo has ${[...bad].slice(0, 5).join(', ')}.`, { fix: 'Remove it.' }))
  if (notAllowed.size > 0)
    found.push(
      report('svg_element', `SVG Tiny PS does not allow ${[...notAllowed].slice(0, 5).join(', ')}.`, {
        fix: 'Use only elements that the profile allows.',
      }),
    )
  return found
}
