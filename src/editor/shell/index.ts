/**
 * The frame of the editor: tools above, rail and settings on either side of the email, notices, and who hears the keys. Panels
 * are read when they are first shown. Asks everything of the editor but main. Start at shell.tsx.
 */
export { Shell } from './shell.tsx'
