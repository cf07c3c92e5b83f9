import type { Design } from './design.ts'
import {
  type DesignPart,
  type alignIn,
  colorIn,
  type paddingIn,
  partOf,
  partsOf,
  pixelsIn,
  shareIn,
  styleFrom,
  textIn,
} from './values.ts'

/** A video: an image that leads to it. */
export function readUnlayerVideo(
  values: DesignPart,
  reading: Design,
  padding: ReturnType<typeof paddingIn>,
): DesignPart {
  const video = partOf(values['video'])
  const style = styleFrom({ padding })
  return {
    type: 'video',
    href: reading.link(video['url'] ?? video['videoUrl']) ?? '',
    poster: reading.readImageUrl(video['thumbnail'] ?? video['thumbnailUrl'] ?? partOf(values['src'])['url']),
    alt: reading.text(values['altText']),
    ...(style === undefined ? {} : { style }),
  }
}

interface PlacedMedia {
  padding: ReturnType<typeof paddingIn>
  align: ReturnType<typeof alignIn>
}

/** The moment that a timer counts down to, read in its own time zone; none, with a warning, without one. */
export function readUnlayerTimer(values: DesignPart, reading: Design, placed: PlacedMedia): DesignPart[] {
  const timer = { ...partOf(values['timer']), ...partOf(values['countdown']) }
  const end = textIn(timer['endTime'] ?? values['endTime'])
  const instant = end === undefined ? Number.NaN : instantIn(end, textIn(timer['timezone']))
  if (Number.isNaN(instant)) {
    reading.warnings.add('CONTENT_LOST', 'A timer without an end was left out.')
    return []
  }
  if (textIn(timer['countdownUrl']) !== undefined)
    reading.warnings.add(
      'PROPERTY_LOST',
      'A timer was a picture of its maker: it is drawn by us, with its end, colours and size of digits; fonts and labels are ours.',
    )
  const share = Number.parseFloat(shareIn(partOf(values['width'])['width']) ?? '100') / 100
  const natural = pixelsIn(timer['width']) ?? reading.width
  const digits = ((pixelsIn(timer['digitFontSize']) ?? 0) * Math.min(1, (reading.width * share) / natural)) / 2
  const style = styleFrom({
    ...placed,
    color: colorIn(timer['digitColor']),
    background: colorIn(timer['backgroundColor']),
    size: digits >= 12 ? Math.min(60, Math.round(digits)) : undefined,
  })
  const labels = timer['showLabels'] === false ? { labels: { days: '', hours: '', minutes: '' } } : {}
  return [
    {
      type: 'countdown',
      until: new Date(instant).toISOString(),
      ...labels,
      ...(style === undefined ? {} : { style }),
    },
  ]
}

// A moment written without its offset is one of the zone; zones that nobody knows count as UTC.
function instantIn(text: string, zone: string | undefined): number {
  if (/(?:[zZ]|[+-]\d\d:?\d\d)$/.test(text)) return Date.parse(text)
  const asUtc = Date.parse(`${text}Z`)
  if (zone === undefined || Number.isNaN(asUtc)) return asUtc
  const first = asUtc - offsetOf(zone, asUtc)
  return asUtc - offsetOf(zone, first)
}

function offsetOf(zone: string, instant: number): number {
  try {
    const format = new Intl.DateTimeFormat('en-US', { timeZone: zone, timeZoneName: 'longOffset' })
    const said = format.formatToParts(instant).find(({ type }) => type === 'timeZoneName')?.value ?? ''
    const [, sign, hours, minutes = '0'] = /GMT([+-])(\d{2})(?::(\d{2}))?/.exec(said) ?? []
    if (hours === undefined) return 0
    return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes)) * 60_000
  } catch {
    return 0
  }
}

/** A table of data. */
export function readUnlayerTable(
  values: DesignPart,
  reading: Design,
  padding: ReturnType<typeof paddingIn>,
): DesignPart {
  const table = partOf(values['table'])
  const lines = (rows: unknown) =>
    partsOf(rows).map((row) =>
      partsOf(row['cells'])
        .slice(0, 12)
        .map((cell) => `<p>${escaped(reading.text(cell['text']))}</p>`),
    )
  const [head] = lines(table['headers'])
  const style = styleFrom({ padding })
  return {
    type: 'table',
    ...(head === undefined ? {} : { head }),
    rows: lines(table['rows']).slice(0, 500),
    ...(style === undefined ? {} : { style }),
  }
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
}
