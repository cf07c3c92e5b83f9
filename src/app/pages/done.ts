/** Texts of what a form did, by the value of the field `act`; the redirect after it carries that value as `done`. */
export interface DoneTexts {
  /** Undefined without `done`, and for a value that no form has. */
  textFor(request: Request): string | undefined
  /** The path with `done`; without it for a value that no form has, which must not get into a header. */
  pathAfter(path: string, act: string | null): string
}

export function createDoneTexts(texts: Readonly<Record<string, string>>): DoneTexts {
  return {
    textFor(request) {
      const done = new URL(request.url).searchParams.get('done') ?? ''
      return Object.hasOwn(texts, done) ? texts[done] : undefined
    },
    pathAfter: (path, act) => (act !== null && Object.hasOwn(texts, act) ? `${path}?done=${act}` : path),
  }
}
