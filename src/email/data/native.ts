import type { Condition, FieldTag, Loop } from './model.ts'

/** Position of a merge tag: text content, double-quoted attribute, URL, style, or plain text. */
export type TagPlace = 'text' | 'attribute' | 'address' | 'style' | 'plain'

/** Part of a URL in which values must be encoded; not used for a whole URL or its host. */
export type UrlPart = 'path' | 'query'

/** Reports a construct that a language cannot express, and its replacement. */
export type NoteNative = (code: NativeNote, message: string) => void

export type NativeNote =
  | 'TARGET_NO_TAG'
  | 'TARGET_FIELD_GUESSED'
  | 'TARGET_FIELD_RENAMED'
  | 'TARGET_FIELD_COLLISION'
  | 'TARGET_URL_NOT_ENCODED'
  | 'TARGET_NO_FALLBACK'
  | 'TARGET_FALLBACK_CHANGED'
  | 'TARGET_NO_FILTER'
  | 'TARGET_NO_RAW'
  | 'TARGET_NO_LINK'
  | 'TARGET_NO_CONDITION'
  | 'TARGET_NO_LOOP'
  | 'TARGET_NO_LIMIT'
  | 'TARGET_NO_ELSE'
  | 'TARGET_LOOKS_LIKE_TAG'
  | 'TARGET_KEEPS_TAG'

/** Replacement of a condition or loop that a language cannot express. */
export type Instead = 'keep' | 'drop' | 'samples'

export interface OpenLoop {
  /** Ends the scope of the loop variable, after the iteration is rendered. */
  end(): void
  /** Surrounds the content of an iteration, and of the empty case, with the tags of the loop. */
  write(round: string, other: string | undefined): string
}

export interface RegionNode {
  kind: 'text' | 'image' | 'row'
  id: string
  name: string
}

/** Template language of an ESP: writes merge tags, conditions and loops for it. */
export interface NativeLanguage {
  /** Paths of lists in the document, with `*` for an item; called before everything else. */
  declareLists?(paths: readonly string[]): void
  /** `part` is set for a tag inside a URL, in an attribute or in plain text. */
  tag(tag: FieldTag, place: TagPlace, note: NoteNative, part?: UrlPart): string
  /** A tag of another language, unchanged as far as the position allows. */
  native(source: string, place: TagPlace, note: NoteNative): string
  /** Escapes text that has the form of a tag. For text content, which is HTML-escaped already, or plain text. */
  literal(text: string, place: 'text' | 'plain', note: NoteNative): string
  /** Surrounds content with the tags of the condition, or returns the replacement. `key` is unique. */
  condition(condition: Condition, key: string, note: NoteNative): ((shown: string) => string) | Instead
  /** Surrounds the HTML of a node with an editable region; returned unchanged without such a feature. */
  region?(node: RegionNode, html: string): string
  /** Opens the scope of a loop: until `end`, paths that begin with its variable are items. */
  openLoop(loop: Loop, note: NoteNative): OpenLoop | Instead
}
