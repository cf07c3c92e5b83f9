/** Answers 204 to every POST, over http and https. Prints its two ports. */
const { CERT: cert = '', CERT_KEY: key = '' } = process.env

async function answer(request: Request): Promise<Response> {
  await request.arrayBuffer()
  return new Response(null, { status: 204 })
}

const plain = Bun.serve({ hostname: '127.0.0.1', port: 0, fetch: answer })
const secure = Bun.serve({ hostname: '127.0.0.1', port: 0, tls: { cert, key }, fetch: answer })
console.log(JSON.stringify({ http: plain.port, https: secure.port }))
