/** On which screens a rule holds. Wide is a mail client on a computer, narrow a phone. */
export interface Media {
  wide: boolean
  narrow: boolean
  dark: boolean
  /** The width in px up to which it holds, where it says one. */
  upTo?: number
}

const wideWidth = 1000
const narrowWidth = 375

interface Screen {
  width: number
  isDark: boolean
}

/** What a media query list says, within the query around it. */
export function readMedia(text: string, around: Media | undefined): Media {
  const queries = text.toLowerCase().slice(0, 2000).split(',')
  const holds = (screen: Screen) => queries.some((query) => holdsOn(query, screen))
  const media: Media = {
    wide: holds({ width: wideWidth, isDark: false }) && around?.wide !== false,
    narrow: holds({ width: narrowWidth, isDark: false }) && around?.narrow !== false,
    dark: holds({ width: wideWidth, isDark: true }) && (around === undefined || around.dark),
  }
  const upTo = /max-(?:device-)?width\s*:\s*([\d.]+)px/.exec(text)?.[1] ?? /width\s*<=?\s*([\d.]+)px/.exec(text)?.[1]
  if (upTo !== undefined) media.upTo = Number(upTo)
  else if (around?.upTo !== undefined) media.upTo = around.upTo
  return media
}

function holdsOn(query: string, screen: Screen): boolean {
  const negated = /^\s*not\b/.test(query)
  const type = /^\s*(?:only\s+|not\s+)?([a-z-]+)/.exec(query)?.[1]
  const isScreen = type === undefined || type === 'screen' || type === 'all' || type === 'and'
  const features = query.match(/\([^()]*\)/g) ?? []
  const holds = isScreen && features.every((feature) => featureHolds(feature.slice(1, -1).trim(), screen))
  return negated ? !holds : holds
}

function featureHolds(feature: string, { width, isDark }: Screen): boolean {
  const [, name = '', value = ''] = /^([a-z-]+)\s*:\s*(\S.*)?$/.exec(feature) ?? []
  const px = Number.parseFloat(value) * (value.endsWith('em') ? 16 : 1)
  switch (name) {
    case 'min-width':
    case 'min-device-width':
      return width >= px
    case 'max-width':
    case 'max-device-width':
      return width <= px
    case 'prefers-color-scheme':
      return (value.trim() === 'dark') === isDark
    case 'orientation':
      return (value.trim() === 'portrait') === width < 600
    case '':
      return rangeHolds(feature, width)
    default:
      return false
  }
}

function rangeHolds(feature: string, width: number): boolean {
  const match = /^width\s*(<=?|>=?)\s*([\d.]+)px$/.exec(feature)
  if (match === null) return false
  const px = Number(match[2])
  return match[1]?.startsWith('<') === true ? width <= px : width >= px
}
