/** sharp behind a bare server, one thread: `bun bench/images/peer.ts PORT FILE`, then GET /?w=500&q=80. */
import sharp from 'sharp'

const [port = '0', file = ''] = process.argv.slice(2)
const source = Buffer.from(await Bun.file(file).bytes())
sharp.concurrency(1)
sharp.cache(false)

Bun.serve({
  hostname: '127.0.0.1',
  port: Number(port),
  async fetch(request) {
    const { searchParams } = new URL(request.url)
    const width = Number(searchParams.get('w') ?? 500)
    const height = searchParams.has('h') ? Number(searchParams.get('h')) : undefined
    const image = sharp(source).resize(width, height, { fit: 'cover' })
    const body = await image.jpeg({ quality: Number(searchParams.get('q') ?? 80) }).toBuffer()
    return new Response(new Uint8Array(body), { headers: { 'content-type': 'image/jpeg' } })
  },
})
