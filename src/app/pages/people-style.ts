import { styleWith } from './layout.ts'
import peopleCss from './people.css' with { type: 'text' }

/** Style of the pages Members and Account. */
export const peopleStyle = styleWith(peopleCss)
