import type { Link } from '../../../document/index.ts'
import type { Element } from '../../tree/dom.ts'
import type { InheritedStyle } from '../inherited-style.ts'
import type { Region } from '../regions.ts'

/** A piece of a line, reduced from inline elements. */
export type Atom =
  | { kind: 'text'; text: string; inherited: InheritedStyle; link: Link | undefined }
  /** `source` is the original tag, if `liquid` depends on the enclosing loop. */
  | {
      kind: 'tag'
      liquid: string
      source: string
      inherited: InheritedStyle
      link: Link | undefined
      /** Renders nothing itself. */ isSilent?: true
    }
  | { kind: 'branch'; region: Region; atoms: Atom[] }
  | { kind: 'break' }
  | { kind: 'image'; element: Element; inherited: InheritedStyle; link: Link | undefined }
  | { kind: 'button'; element: Element; inherited: InheritedStyle; link: Link | undefined }
  /** Cannot be expressed in a document. */
  | { kind: 'unsupported' }
