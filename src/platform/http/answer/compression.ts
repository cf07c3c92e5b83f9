/** Whether a client takes gzip (RFC 9110 12.5.3). */
export function acceptsGzip(request: Request): boolean {
  const wanted = request.headers.get('accept-encoding') ?? ''
  return /(^|,\s*)gzip\s*(?!;\s*q=0(\.0*)?\s*(,|$))(;|,|$)/i.test(wanted)
}
