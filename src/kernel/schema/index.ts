/** Schema pieces that three or more contracts share. TypeBox only, so that they validate, type and document alike. */
export { Instant, Name, Nullable, Tag, closed, idOf, literals, pageOf, pageQuery } from './pieces.ts'
