/** The answer to a HEAD: the headers of the one to the GET, Content-Length among them, without its body (RFC 9110 9.3.2). */
export async function withoutBody({ status, headers, body }: Response): Promise<Response> {
  if (body !== null && !headers.has('content-length'))
    headers.set('content-length', String((await new Response(body).bytes()).length))
  return new Response(null, { status, headers })
}
