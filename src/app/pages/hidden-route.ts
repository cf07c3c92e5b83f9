/** Options of pages: the handler reads the body; hidden in the API description; without CORS headers. */
export const hiddenRoute = { parse: 'none', detail: { hide: true, 'x-cross-origin': false } as object } as const
