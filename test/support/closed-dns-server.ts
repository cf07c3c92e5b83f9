/** A port where nobody listens, so a query fails at once. The system's resolver may be out of reach, which costs timeouts. */
export const closedDnsServer = '127.0.0.1:9'
