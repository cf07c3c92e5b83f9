import {
  type DesignPart,
  type BlockImport,
  type UnlayerContent,
  colorIn,
  partOf,
  pixelsIn,
  percentIn,
  styleFrom,
  textIn,
} from '../../import/index.ts'

export const countdownImport: BlockImport = {
  unlayer: {
    name: 'timer',
    types: ['timer'],
    members: 'countdown timer endTime altText action width',
    mobileMembers: 'containerPadding textAlign width hideMobile',
    read: readUnlayer,
  },
}

// The end is in the time zone of the timer; a timer without an end is dropped with a warning.
function readUnlayer({ values, design, placed }: UnlayerContent): DesignPart[] {
  const timer = { ...partOf(values['timer']), ...partOf(values['countdown']) }
  const end = textIn(timer['endTime'] ?? values['endTime'])
  const instant = end === undefined ? Number.NaN : instantIn(end, textIn(timer['timezone']))
  if (Number.isNaN(instant)) {
    design.warnings.add('CONTENT_LOST', 'A timer without an end was dropped.')
    return []
  }
  if (textIn(timer['countdownUrl']) !== undefined)
    design.warnings.add(
      'PROPERTY_LOST',
      'A timer was an image of another service: it became a countdown block with its end, colors and digit size; fonts and labels are defaults.',
    )
  const share = Number.parseFloat(percentIn(partOf(values['width'])['width']) ?? '100') / 100
  const natural = pixelsIn(timer['width']) ?? design.width
  const digits = ((pixelsIn(timer['digitFontSize']) ?? 0) * Math.min(1, (design.width * share) / natural)) / 2
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

// A time without an offset is local time of the zone; unknown zones count as UTC.
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
    const offset = format.formatToParts(instant).find(({ type }) => type === 'timeZoneName')?.value ?? ''
    const [, sign, hours, minutes = '0'] = /GMT([+-])(\d{2})(?::(\d{2}))?/.exec(offset) ?? []
    if (hours === undefined) return 0
    return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes)) * 60_000
  } catch {
    return 0
  }
}
