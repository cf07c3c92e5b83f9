type Triple = readonly [number, number, number]
type Matrix = readonly [Triple, Triple, Triple]

interface RgbSpace {
  /** To XYZ, with the white point D65. */
  toXyz: Matrix
  toLinear(channel: number): number
}

// CSS Color 4, section 17: sample code for color conversions.
const xyzToSrgb: Matrix = [
  [12831 / 3959, -329 / 214, -1974 / 3959],
  [-851_781 / 878_810, 1_648_619 / 878_810, 36_519 / 878_810],
  [705 / 12_673, -2585 / 12_673, 705 / 667],
]
const d50ToD65: Matrix = [
  [0.955473421488075, -0.02309845494876471, 0.06325924320057072],
  [-0.0283697093338637, 1.0099953980813041, 0.021041441191917323],
  [0.012314014864481998, -0.020507649298898964, 1.330365926242124],
]
const oklabToLms: Matrix = [
  [1, 0.3963377773761749, 0.2158037573099136],
  [1, -0.1055613458156586, -0.0638541728258133],
  [1, -0.0894841775298119, -1.2914855480194092],
]
const lmsToXyz: Matrix = [
  [1.2268798758459243, -0.5578149944602171, 0.2813910456659647],
  [-0.0405757452148008, 1.112286803280317, -0.0717110580655164],
  [-0.0763729366746601, -0.4214933324022432, 1.5869240198367816],
]
const proPhotoToXyzD50: Matrix = [
  [0.7977666449006423, 0.13518129740053308, 0.0313477341283922],
  [0.2880748288194013, 0.711835234241873, 0.00008993693872564],
  [0, 0, 0.8251046025104602],
]
const identity: Matrix = [
  [1, 0, 0],
  [0, 1, 0],
  [0, 0, 1],
]
const whiteD50: Triple = [0.3457 / 0.3585, 1, (1 - 0.3457 - 0.3585) / 0.3585]

const srgbToLinear = (channel: number) =>
  curve(channel, (value) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4))

const displayP3: Matrix = [
  [608_311 / 1_250_200, 189_793 / 714_400, 198_249 / 1_000_160],
  [35_783 / 156_275, 247_089 / 357_200, 198_249 / 2_500_400],
  [0, 32_229 / 714_400, 5_220_557 / 5_000_800],
]

const spaces: Readonly<Record<string, RgbSpace>> = {
  'display-p3': { toXyz: displayP3, toLinear: srgbToLinear },
  'a98-rgb': {
    toXyz: [
      [573_536 / 994_567, 263_643 / 1_420_810, 187_206 / 994_567],
      [591_459 / 1_989_134, 6_239_551 / 9_945_670, 374_412 / 4_972_835],
      [53_769 / 1_989_134, 351_524 / 4_972_835, 4_929_758 / 4_972_835],
    ],
    toLinear: (channel) => curve(channel, (value) => value ** (563 / 256)),
  },
  'prophoto-rgb': {
    toXyz: product(d50ToD65, proPhotoToXyzD50),
    toLinear: (channel) => curve(channel, (value) => (value <= 16 / 512 ? value / 16 : value ** 1.8)),
  },
  rec2020: {
    toXyz: [
      [63_426_534 / 99_577_255, 20_160_776 / 139_408_157, 47_086_771 / 278_816_314],
      [26_158_966 / 99_577_255, 472_592_308 / 697_040_785, 8_267_143 / 139_408_157],
      [0, 19_567_812 / 697_040_785, 295_819_943 / 278_816_314],
    ],
    toLinear: (channel) =>
      curve(channel, (value) =>
        value < 0.08124285829863151 ? value / 4.5 : ((value + 0.09929682680944) / 1.09929682680944) ** (1 / 0.45),
      ),
  },
  xyz: { toXyz: identity, toLinear: (value) => value },
  'xyz-d65': { toXyz: identity, toLinear: (value) => value },
  'xyz-d50': { toXyz: d50ToD65, toLinear: (value) => value },
}

/** sRGB channels, 0 to 1 in gamut, of `color(space …)`; undefined if the space is unknown. */
export function fromRgbSpace(space: string, channels: Triple): Triple | undefined {
  if (space === 'srgb') return channels
  if (space === 'srgb-linear') return map(channels, gammaOf)
  const found = Object.hasOwn(spaces, space) ? spaces[space] : undefined
  return found === undefined ? undefined : fromXyz(multiply(found.toXyz, map(channels, found.toLinear)))
}

/** sRGB channels, 0 to 1 in gamut, of CIE Lab: lightness from 0 to 100. */
export function fromLab([lightness, a, b]: Triple): Triple {
  const y = (lightness + 16) / 116
  const cubed = (value: number) => (value > 24 / 116 ? value ** 3 : (116 * value - 16) / (24_389 / 27))
  const xyz = map([y + a / 500, y, y - b / 200], cubed)
  return fromXyz(multiply(d50ToD65, [xyz[0] * whiteD50[0], xyz[1], xyz[2] * whiteD50[2]]))
}

/** sRGB channels, 0 to 1 in gamut, of OKLab: lightness from 0 to 1. */
export function fromOklab(oklab: Triple): Triple {
  return fromXyz(
    multiply(
      lmsToXyz,
      map(multiply(oklabToLms, oklab), (value) => value ** 3),
    ),
  )
}

function fromXyz(xyz: Triple): Triple {
  return map(multiply(xyzToSrgb, xyz), gammaOf)
}

function gammaOf(channel: number): number {
  return curve(channel, (value) => (value <= 0.0031308 ? value * 12.92 : 1.055 * value ** (1 / 2.4) - 0.055))
}

/** Transfer functions are extended to negative values as odd functions. */
function curve(channel: number, positive: (value: number) => number): number {
  return channel < 0 ? -positive(-channel) : positive(channel)
}

function map([x, y, z]: Triple, change: (value: number) => number): Triple {
  return [change(x), change(y), change(z)]
}

function multiply([first, second, third]: Matrix, [x, y, z]: Triple): Triple {
  const dot = (row: Triple) => row[0] * x + row[1] * y + row[2] * z
  return [dot(first), dot(second), dot(third)]
}

function product(left: Matrix, right: Matrix): Matrix {
  const column = (at: 0 | 1 | 2): Triple => multiply(left, [right[0][at], right[1][at], right[2][at]])
  const [first, second, third] = [column(0), column(1), column(2)]
  return [
    [first[0], second[0], third[0]],
    [first[1], second[1], third[1]],
    [first[2], second[2], third[2]],
  ]
}
