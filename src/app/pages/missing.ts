import { answerPage } from './answer.ts'
import { messagePage } from './landing.ts'

/** What a browser shows where nothing is; undefined for programs, which are told the same as JSON. */
export function missingPage(request: Request): Response | undefined {
  const isBrowser = request.method === 'GET' && request.headers.get('accept')?.includes('text/html') === true
  if (!isBrowser || /^\/(?:v1|api)\//.test(new URL(request.url).pathname)) return undefined
  const page = messagePage('There is nothing here', 'The address may be mistyped, or what it led to is gone.')
  // Whether somebody is signed in is not looked up for this.
  return answerPage({ ...page, offersSignIn: false }, 404)
}
