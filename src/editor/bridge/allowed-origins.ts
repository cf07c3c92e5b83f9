/** The origins that may embed this page, as its project lists them; `*` for every one. */
export function allowedOrigins(): string[] {
  const listed = document.querySelector<HTMLMetaElement>('meta[name="svc-allowed-origins"]')?.content ?? ''
  return listed.split(' ').filter((origin) => origin !== '')
}
