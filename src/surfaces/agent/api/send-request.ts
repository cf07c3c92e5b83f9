/** Sends a request with the caller's credentials to the service: over the network, or to the same process. */
export type SendRequest = (path: string, init: RequestInit) => Promise<Response>
