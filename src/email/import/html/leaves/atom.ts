import type { Link } from '../../../document/index.ts'
import type { Element } from '../../tree/dom.ts'
import type { InheritedStyle } from '../inherited-style.ts'
import type { Region } from '../regions.ts'

/** A piece of a line: what an inline element comes down to. */
export type Atom =
  | { kind: 'text'; text: string; inherited: InheritedStyle; link: Link | undefined }
  /** `source` is the same as a tag of another language, where what it says depends on what is around it. */
  | {
      kind: 'tag'
      liquid: string
      source: string
      inherited: InheritedStyle
      link: Link | undefined
      /** It shows nothing itself. */ isSilent?: true
    }
  /** What is between two tags of the template. */
  | { kind: 'branch'; region: Region; atoms: Atom[] }
  | { kind: 'break' }
  | { kind: 'image'; element: Element; inherited: InheritedStyle; link: Link | undefined }
  | { kind: 'button'; element: Element; inherited: InheritedStyle; link: Link | undefined }
  /** Nothing of ours says it. */
  | { kind: 'unsayable' }
