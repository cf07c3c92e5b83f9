/** The images of the benchmark, made of noise and gradients so that every codec has work to do. */
import sharp from 'sharp'

/** A photo of 2000 × 1333 pixels as JPEG, about 800 KB. */
export async function photo(): Promise<Uint8Array> {
  const [width, height] = [2000, 1333]
  const data = new Uint8Array(width * height * 3)
  let seed = 1
  const noise = () => ((seed = (seed * 48_271) % 2_147_483_647) / 2_147_483_647) * 30
  for (let i = 0; i < width * height; i++) {
    const [x, y] = [i % width, Math.floor(i / width)]
    data.set([(x / 8 + y / 11 + noise()) % 256, 128 + 90 * Math.sin(x / 50) + noise(), y / 6 + noise()], i * 3)
  }
  return new Uint8Array(
    await sharp(data, { raw: { width, height, channels: 3 } })
      .jpeg({ quality: 85 })
      .toBuffer(),
  )
}

/** A logo of 1200 × 600 pixels as PNG with transparency. */
export async function logo(): Promise<Uint8Array> {
  const svg =
    '<svg xmlns="http://www.w3.org/2000/svg" width="1200" height="600"><circle cx="300" cy="300" r="250" fill="#fc0"/><rect x="620" y="120" width="500" height="360" rx="80" fill="#06c" opacity="0.7"/></svg>'
  return new Uint8Array(await sharp(Buffer.from(svg)).png().toBuffer())
}

/** A PNG of 7100 × 7100 pixels in a few kilobytes. */
export async function bomb(): Promise<Uint8Array> {
  const black = sharp({ create: { width: 7100, height: 7100, channels: 3, background: 'black' } })
  return new Uint8Array(
    await black.toColourspace('b-w').png({ palette: true, colors: 2, compressionLevel: 9 }).toBuffer(),
  )
}
